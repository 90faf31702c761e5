/**
 * Loaded before a program (`node --import`): its calendar is wrong by CHAOS_CLOCK_MS, ahead or (negative)
 * behind, as on a machine whose date is wrong. Timers and `performance.now` stay as they are.
 */
const RightDate = Date;
const shiftMs = Number(process.env.CHAOS_CLOCK_MS ?? 0);
if (!Number.isSafeInteger(shiftMs)) throw new Error('CHAOS_CLOCK_MS is a whole number of milliseconds');

const now = (): number => RightDate.now() + shiftMs;

globalThis.Date = new Proxy(RightDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
  apply: () => new RightDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
RightDate.prototype.constructor = globalThis.Date;
