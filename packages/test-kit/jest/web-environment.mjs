import { TestEnvironment } from 'jest-environment-jsdom';

const MISSING_IN_JSDOM = [
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'TransformStream',
  'WritableStream',
  'BroadcastChannel',
  'structuredClone',
  'fetch',
  'Headers',
  'Response',
  'AbortController',
  'AbortSignal',
];

/** jsdom with the parts of a browser it lacks: fetch and what goes with it, and `<dialog>`. */
export default class WebEnvironment extends TestEnvironment {
  customExportConditions = ['browser', 'import'];

  async setup() {
    await super.setup();
    const { global } = this;
    for (const name of MISSING_IN_JSDOM) global[name] = globalThis[name];
    global.Request = class extends Request {
      constructor(input, init) {
        super(typeof input === 'string' ? new URL(input, global.location.href) : input, init);
      }
    };
    openDialogs(global.HTMLDialogElement.prototype);
  }
}

function openDialogs(dialog) {
  dialog.show ??= function show() {
    this.open = true;
  };
  dialog.showModal ??= function showModal() {
    this.open = true;
  };
  dialog.close ??= function close(returnValue) {
    if (!this.open) return;
    if (returnValue !== undefined) this.returnValue = returnValue;
    this.open = false;
    this.dispatchEvent(new this.ownerDocument.defaultView.Event('close'));
  };
}
