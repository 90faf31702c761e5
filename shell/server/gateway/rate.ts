import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Calls a session may make in a second. */
const callsPerSecond = 100;

/** @returns seconds to wait when the session has made its calls of this second, else 0 */
export function createRate(): (sessionId: string) => Promise<number> {
  const limiter = new RateLimiterMemory({ points: callsPerSecond, duration: 1 });
  return async (sessionId) => {
    try {
      await limiter.consume(sessionId);
      return 0;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return Math.ceil(refused.msBeforeNext / 1000);
      throw refused;
    }
  };
}
