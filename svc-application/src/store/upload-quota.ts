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
    /** Seconds until the user may bring so many files; 0 when they may now. */
    waitFor: async (userId: string, files: number): Promise<number> => {
      const today = await limiter.get(userId);
      return today && today.remainingPoints < files ? today.msBeforeNext / 1000 : 0;
    },

    /** Counts files; gives the seconds to wait when they are too many, else 0. */
    count: async (userId: string, files: number): Promise<number> => {
      if (files === 0) return 0;
      try {
        await limiter.consume(userId, files);
        return 0;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return refused.msBeforeNext / 1000;
      }
    },
  };
}
