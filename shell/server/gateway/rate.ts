import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

interface Rate {
  readonly times: number;
  readonly seconds: number;
}

/** Counts what failed. */
export interface FailureLimit {
  /** Seconds until it may be tried again; 0 while there were fewer failures than the limit. */
  readonly secondsToWait: (who: string) => Promise<number>;
  readonly count: (who: string) => Promise<unknown>;
}

export function createFailureLimit({ times, seconds }: Rate): FailureLimit {
  const limiter = new RateLimiterMemory({ points: times, duration: seconds });
  return {
    async secondsToWait(who) {
      const failures = await limiter.get(who);
      return failures && failures.consumedPoints >= times ? Math.ceil(failures.msBeforeNext / 1000) : 0;
    },
    count: (who) => limiter.penalty(who),
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
      if (refused instanceof RateLimiterRes) return Math.ceil(refused.msBeforeNext / 1000);
      throw refused;
    }
  };
}
