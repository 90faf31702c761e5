import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

interface Rate {
  readonly times: number;
  readonly seconds: number;
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
