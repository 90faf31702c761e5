/** Which input a thread works on, told by shared memory: a thread that hangs says nothing any more. */
const HEAD_BYTES = 8;
const MAX_BYTES = 128 * 1024;

export const createProgress = (): SharedArrayBuffer => new SharedArrayBuffer(HEAD_BYTES + MAX_BYTES);

const getHead = (progress: SharedArrayBuffer): Int32Array => new Int32Array(progress, 0, 2);

/** Notes that an input is begun. */
export function startInput(progress: SharedArrayBuffer, bytes: Uint8Array): void {
  const head = getHead(progress);
  new Uint8Array(progress, HEAD_BYTES).set(bytes.subarray(0, MAX_BYTES));
  Atomics.store(head, 1, Math.min(bytes.length, MAX_BYTES));
  Atomics.add(head, 0, 1);
}

/** How many inputs were begun. */
export const countStarted = (progress: SharedArrayBuffer): number => Atomics.load(getHead(progress), 0);

/** The input that was begun last. */
export const readLastInput = (progress: SharedArrayBuffer): Buffer =>
  Buffer.from(new Uint8Array(progress, HEAD_BYTES, Atomics.load(getHead(progress), 1)));
