// A dialog with the errors of builds and of the page. The development bundles notify it of their builds.

/** Errors of the sources, by bundle. */
const buildErrors = new Map();
/** Errors of the running page, by stack, as the terminal shows them. */
const faults = new Map();
const maxFaults = 10;

const style = `
  dialog { inline-size: min(100vw - 2rem, 70rem); max-block-size: calc(100vh - 2rem); box-sizing: border-box;
    border: 2px solid #b3261e; border-radius: 6px; padding: 1rem 1.25rem; background: #fff; color: #1b1b1b;
    font: 16px/1.5 system-ui, sans-serif; }
  dialog::backdrop { background: rgb(0 0 0 / 0.4); }
  h1 { margin: 0 0 0.5rem; font-size: 1.25rem; color: #b3261e; }
  pre { overflow: auto; margin: 0 0 1rem; padding: 0.75rem; background: #f4f4f4; font: 14px/1.5 monospace; }
  button { font: inherit; padding: 0.4rem 1rem; }`;

const element = (name, properties = {}, ...children) => {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
};

// Inside a shadow tree: the portal's styles do not apply.
const host = document.createElement('dev-overlay');
const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
const shadow = host.attachShadow({ mode: 'open' });
shadow.adoptedStyleSheets = [sheet];
const title = element('h1', { id: 'title' });
const texts = element('div', { id: 'texts' });
const close = element('button', { textContent: 'Close (Escape)', autofocus: true });
const dialog = element('dialog', {}, title, texts, close);
dialog.setAttribute('role', 'alertdialog');
dialog.setAttribute('aria-labelledby', title.id);
dialog.setAttribute('aria-describedby', texts.id);
close.addEventListener('click', () => dialog.close());
shadow.append(dialog);

function update() {
  const [heading, shown] =
    buildErrors.size > 0
      ? [`${[...buildErrors.keys()].join(', ')}: not built`, buildErrors]
      : ['Error in the page', faults];
  if (shown.size === 0) return dialog.close();
  title.textContent = heading;
  // A text that scrolls is reachable by keyboard.
  texts.replaceChildren(
    ...[...shown.values()].map((text) => element('pre', { textContent: text, tabIndex: 0 })),
  );
}

function open() {
  update();
  if (!host.isConnected) document.documentElement.append(host);
  if (!dialog.open) dialog.showModal();
}

async function reportFault(error) {
  const { stack = '' } = error;
  if (faults.has(stack) || faults.size >= maxFaults) return;
  const message = String(error);
  faults.set(stack, `${message}\n${stack}`);
  open();
  const response = await fetch('/dev/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, stack }),
  });
  if (!response.ok || !faults.has(stack)) return;
  faults.set(stack, await response.text());
  update();
}

const reportIfError = (value) => {
  const isError = value instanceof Error && !value.message.includes('Module build failed');
  // Without dev mode's server the overlay shows the stack as it is.
  if (isError) reportFault(value).catch(() => undefined);
};
addEventListener('error', ({ error }) => reportIfError(error));
addEventListener('unhandledrejection', ({ reason }) => reportIfError(reason));
// React prints what an error boundary has caught.
const { error: print } = console;
console.error = (...values) => {
  values.forEach(reportIfError);
  print(...values);
};

globalThis.devOverlay = {
  reportFault: reportIfError,
  showErrors(name, errors) {
    buildErrors.set(name, errors);
    open();
  },
  clearErrors(name) {
    buildErrors.delete(name);
    update();
  },
  clearFaults() {
    faults.clear();
    update();
  },
};
