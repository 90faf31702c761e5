import { scaledTimeout, timeoutFactor } from '@archaka/test-kit/timeouts';
import { LIMITS_MS, type Recovering } from '../watch/recoveries.ts';
import type { Assertion } from './finding.ts';

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Nothing took longer to come back than it may: the limit, on a slower machine times its factor. */
export const recoversIn =
  (what: Recovering): Assertion =>
  ({ recoveries }) => {
    const limit = scaledTimeout(LIMITS_MS[what]);
    const measured = recoveries.filter((recovery) => recovery.what === what);
    const longest = Math.max(0, ...measured.map(({ ms }) => ms));
    return {
      measured: `${inSeconds(longest)} at most, of ${measured.length}; limit ${inSeconds(limit)} (factor ${timeoutFactor})`,
      against: [
        ...(measured.length === 0 ? ['never measured'] : []),
        ...measured.filter(({ ms }) => ms > limit).map(({ name, ms }) => `${name}: ${ms} ms`),
      ],
    };
  };

/** When all is over, nothing is left to do. */
export const comesToRest: Assertion = ({ rest: { ms, left } }) => ({
  measured: `${(ms / 1000).toFixed(0)} s`,
  against: left,
});

/** Each fault really happened: one that did not proves nothing. */
export const everyFaultStruck: Assertion = ({ planned, struck }) => {
  const happened = new Set(struck.filter((one) => one.struck).map(({ fault }) => fault));
  const missing = planned.filter((fault) => !happened.has(fault));
  return {
    measured: `${struck.length} faults, ${happened.size} of ${planned.length} kinds`,
    against: missing,
  };
};
