import type { Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

const DAY_SECONDS = 24 * 60 * 60;

/** How many files a user may bring in a day. */
export function makeUploadQuota(connection: Connection, filesADay: number) {
  const limiter = new RateLimiterMongo({
    storeClient: connection,
    keyPrefix: 'uploads',
    points: filesADay,
    duration: DAY_SECONDS,
  });

  return {
    /** Counts a file; gives the seconds to wait when it is one too many, else 0. */
    count: async (userId: string): Promise<number> => {
      try {
        await limiter.consume(userId);
        return 0;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return refused.msBeforeNext / 1000;
      }
    },
  };
}
