/**
 * Loaded before a program (`node --import`): shifts its calendar by TEST_CLOCK_MS, ahead or (negative)
 * behind, and later by messages of its parent. Timers and `performance.now` do not change.
 */
const RealDate = Date;
let shiftMs = Number(process.env.TEST_CLOCK_MS ?? 0);
if (!Number.isSafeInteger(shiftMs)) throw new Error('TEST_CLOCK_MS is a whole number of milliseconds');

const now = (): number => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
RealDate.prototype.constructor = globalThis.Date;

process.on('message', (message) => {
  const { clockMs } = message as { clockMs?: number };
  if (clockMs === undefined) return;
  shiftMs = clockMs;
  process.send?.({ clockMs: shiftMs });
});
// The IPC channel must not keep the process alive.
process.channel?.unref();
