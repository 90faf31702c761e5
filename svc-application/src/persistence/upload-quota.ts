import type { Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

const DAY_SECONDS = 24 * 60 * 60;

/** How many files a user may bring in a day. */
export function createUploadQuota(connection: Connection, filesPerDay: number) {
  const limiter = new RateLimiterMongo({
    storeClient: connection,
    keyPrefix: 'uploads',
    points: filesPerDay,
    duration: DAY_SECONDS,
  });

  return {
    /** Counts a file; gives the seconds to wait when it is one too many, else 0. */
    consume: async (userId: string): Promise<number> => {
      try {
        await limiter.consume(userId);
        return 0;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return error.msBeforeNext / 1000;
      }
    },
  };
}
