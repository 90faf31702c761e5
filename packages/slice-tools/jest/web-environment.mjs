import { TestEnvironment } from 'jest-environment-jsdom';

const MISSING_IN_JSDOM = [
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'TransformStream',
  'WritableStream',
  'structuredClone',
  'fetch',
  'Headers',
  'Response',
  'AbortController',
  'AbortSignal',
];

/** jsdom with missing parts of a browser: fetch and its types, and `<dialog>`. */
export default class WebEnvironment extends TestEnvironment {
  customExportConditions = ['browser', 'import'];
  #channels = [];

  async setup() {
    await super.setup();
    const { global } = this;
    for (const name of MISSING_IN_JSDOM) global[name] = globalThis[name];
    global.Request = class extends Request {
      constructor(input, init) {
        super(typeof input === 'string' ? new URL(input, global.location.href) : input, init);
      }
    };
    const channels = this.#channels;
    global.BroadcastChannel = class extends BroadcastChannel {
      constructor(name) {
        super(name);
        channels.push(this);
      }
    };
    polyfillDialog(global.HTMLDialogElement.prototype);
  }

  /** An open channel would hold the process and receive messages of later suites. */
  async teardown() {
    for (const channel of this.#channels) channel.close();
    await super.teardown();
  }
}

function polyfillDialog(dialog) {
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
