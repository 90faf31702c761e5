const returning = document.querySelector('form[data-press]');
if (returning) returning.requestSubmit();

const form = document.querySelector('#checkout');
if (form) {
  let sent = false;
  form.addEventListener('submit', (event) => {
    if (sent) event.preventDefault();
    sent = true;
  });
  window.addEventListener('pageshow', () => {
    sent = false;
  });
}

const POLL_MS = 2000;
const waiting = document.querySelector('[data-poll]');

async function poll() {
  const response = await fetch(waiting.dataset.poll).catch(() => undefined);
  const state = response?.ok ? await response.json() : undefined;
  if (state?.isDecided) location.assign(waiting.dataset.back);
  else setTimeout(poll, POLL_MS);
}
if (waiting) poll();
