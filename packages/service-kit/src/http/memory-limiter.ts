import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

interface MemoryLimit {
  readonly times: number;
  readonly seconds: number;
}

const toSecondsLeft = ({ msBeforeNext }: RateLimiterRes): number => Math.ceil(msBeforeNext / 1000);

/** Of this process alone. @returns seconds to wait when over the limit, else 0 */
export function createMemoryLimiter({ times, seconds }: MemoryLimit): (key: string) => Promise<number> {
  const limiter = new RateLimiterMemory({ points: times, duration: seconds });
  return async (key) => {
    try {
      await limiter.consume(key);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return toSecondsLeft(error);
      throw error;
    }
  };
}

interface FailureLimiter {
  /** Seconds to wait, 0 below the limit. */
  readonly secondsToWait: (key: string) => Promise<number>;
  /** Seconds to wait when over the limit, also by concurrent failures, else 0. */
  readonly count: (key: string) => Promise<number>;
}

export function createFailureLimiter({ times, seconds }: MemoryLimit): FailureLimiter {
  const limiter = new RateLimiterMemory({ points: times, duration: seconds });
  return {
    async secondsToWait(key) {
      const failures = await limiter.get(key);
      return failures && failures.consumedPoints >= times ? toSecondsLeft(failures) : 0;
    },
    async count(key) {
      const failures = await limiter.penalty(key);
      return failures.consumedPoints > times ? toSecondsLeft(failures) : 0;
    },
  };
}
