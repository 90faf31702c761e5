// biome-ignore-all lint/complexity/useArrowFunction: the oldest browsers read this, in the language of 2009
// biome-ignore-all lint/complexity/useOptionalChain: see above
// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: the outer function is only the scope of this script
// Tells those whose browser cannot run the portal, in place of 'Loading' for ever, what to do instead.
(function () {
  var WAIT_MS = 20000;
  var texts = {
    te: 'ఈ పేజీ ఇక్కడ పూర్తిగా తెరుచుకోలేదు. పేజీని మళ్ళీ తెరవండి. అయినా తెరుచుకోకపోతే ఈ బ్రౌజర్ పాతది: Chromeను అప్‌డేట్ చేయండి, లేదా వేరే ఫోన్‌లో గానీ కంప్యూటర్‌లో గానీ తెరవండి. సహాయం నంబర్లు క్రింద ఉన్నాయి.',
    en: 'This page did not open fully here. Load it again. If it still does not open, this browser is too old: update Chrome, or use another phone or computer. The numbers to call for help are below.',
  };
  var check = document.getElementById('start-check');
  var cannotRead = false;

  function hasStarted() {
    return !document.querySelector('.loader-startup');
  }

  function addParagraph(notice, language) {
    var paragraph = document.createElement('p');
    paragraph.lang = language;
    paragraph.appendChild(document.createTextNode(texts[language]));
    notice.appendChild(paragraph);
  }

  function say() {
    var notice = document.createElement('div');
    var styles = document.createElement('link');
    var timer;
    if (hasStarted()) return;
    notice.className = 'trial';
    notice.setAttribute('role', 'alert');
    addParagraph(notice, 'te');
    addParagraph(notice, 'en');
    document.body.insertBefore(notice, document.body.firstChild);
    styles.rel = 'stylesheet';
    styles.href = check.getAttribute('data-styles');
    document.head.appendChild(styles);
    // A very slow phone may start later.
    timer = setInterval(function () {
      if (!hasStarted()) return;
      clearInterval(timer);
      document.body.removeChild(notice);
      document.head.removeChild(styles);
    }, 1000);
  }

  function waitForStart() {
    setTimeout(say, cannotRead ? 0 : WAIT_MS);
  }

  window.addEventListener('error', function (event) {
    if (/SyntaxError/.test(event.message)) cannotRead = true;
  });
  if (document.readyState === 'complete') waitForStart();
  else window.addEventListener('load', waitForStart);
})();
