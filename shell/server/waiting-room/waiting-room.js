// biome-ignore-all lint/style/useTemplate: see below
// biome-ignore-all lint/complexity/useArrowFunction: the oldest browsers read this, in the language of 2009
// Asks for the place in the line, and opens the page when it is the visitor's turn.
(function () {
  var RETRY_SECONDS = 15;
  var place = document.getElementById('place');

  function setNumbers(name, number) {
    var elements = place.querySelectorAll('.' + name);
    var index;
    for (index = 0; index < elements.length; index += 1) elements[index].textContent = number;
  }

  function show(answer) {
    setNumbers('ahead', answer.ahead);
    setNumbers('minutes', answer.minutes);
    document.getElementById('time').hidden = answer.minutes === null;
    askAfter(answer.poll_seconds);
  }

  function handleAnswer() {
    var answer = this.status === 200 ? JSON.parse(this.responseText) : undefined;
    if (!answer) askAfter(RETRY_SECONDS);
    else if (answer.admitted) location.reload();
    else show(answer);
  }

  function ask() {
    var request = new XMLHttpRequest();
    request.open('GET', '/waiting-room');
    request.onload = handleAnswer;
    request.onerror = function () {
      askAfter(RETRY_SECONDS);
    };
    request.send();
  }

  function askAfter(seconds) {
    setTimeout(ask, seconds * 1000);
  }

  askAfter(Number(place.getAttribute('data-poll-seconds')));
})();
