import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

interface Rate {
  readonly times: number;
  readonly seconds: number;
}

/** Counts what failed. */
export interface FailureLimit {
  /** Seconds until it may be tried again; 0 while there were fewer failures than the limit. */
  readonly secondsToWait: (who: string) => Promise<number>;
  /** Counts a failure; seconds to wait when it is one more than the limit, as of several at once, else 0. */
  readonly count: (who: string) => Promise<number>;
}

const secondsLeft = ({ msBeforeNext }: RateLimiterRes): number => Math.ceil(msBeforeNext / 1000);

export function createFailureLimit({ times, seconds }: Rate): FailureLimit {
  const limiter = new RateLimiterMemory({ points: times, duration: seconds });
  return {
    async secondsToWait(who) {
      const failures = await limiter.get(who);
      return failures && failures.consumedPoints >= times ? secondsLeft(failures) : 0;
    },
    async count(who) {
      const failures = await limiter.penalty(who);
      return failures.consumedPoints > times ? secondsLeft(failures) : 0;
    },
  };
}

/** @returns seconds to wait when whoever it is has asked as often as that already, else 0 */
export function createRate({ times, seconds }: Rate): (who: string) => Promise<number> {
  const limiter = new RateLimiterMemory({ points: times, duration: seconds });
  return async (who) => {
    try {
      await limiter.consume(who);
      return 0;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return secondsLeft(refused);
      throw refused;
    }
  };
}
