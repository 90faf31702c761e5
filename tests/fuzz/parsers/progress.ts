/** The current input of a thread, in shared memory, since a hanging thread sends no messages. */
const HEAD_BYTES = 8;
const MAX_BYTES = 128 * 1024;

export const createProgress = (): SharedArrayBuffer => new SharedArrayBuffer(HEAD_BYTES + MAX_BYTES);

const getHead = (progress: SharedArrayBuffer): Int32Array => new Int32Array(progress, 0, 2);

/** Records the start of an input. */
export function startInput(progress: SharedArrayBuffer, bytes: Uint8Array): void {
  const head = getHead(progress);
  new Uint8Array(progress, HEAD_BYTES).set(bytes.subarray(0, MAX_BYTES));
  Atomics.store(head, 1, Math.min(bytes.length, MAX_BYTES));
  Atomics.add(head, 0, 1);
}

/** Number of started inputs. */
export const countStarted = (progress: SharedArrayBuffer): number => Atomics.load(getHead(progress), 0);

/** The last started input. */
export const readLastInput = (progress: SharedArrayBuffer): Buffer =>
  Buffer.from(new Uint8Array(progress, HEAD_BYTES, Atomics.load(getHead(progress), 1)));
