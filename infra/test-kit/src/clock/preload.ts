/**
 * Loaded before a program (`node --import`): its calendar is wrong by TEST_CLOCK_MS, ahead or (negative)
 * behind, and by what its parent tells it later. Timers and `performance.now` stay as they are.
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
// Listening to a parent is no reason to live.
process.channel?.unref();
