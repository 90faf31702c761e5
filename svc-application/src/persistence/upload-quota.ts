import type { Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

const DAY_SECONDS = 24 * 60 * 60;

export interface UploadQuota {
  /** Seconds to wait when over the limit, else 0. */
  readonly consume: (userId: string) => Promise<number>;
  readonly removeByUser: (userId: string) => Promise<void>;
}

export function createUploadQuota(connection: Connection, filesPerDay: number): UploadQuota {
  const limiter = new RateLimiterMongo({
    storeClient: connection,
    keyPrefix: 'uploads',
    points: filesPerDay,
    duration: DAY_SECONDS,
  });

  return {
    consume: async (userId) => {
      try {
        await limiter.consume(userId);
        return 0;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return error.msBeforeNext / 1000;
      }
    },

    removeByUser: async (userId) => {
      await limiter.delete(userId);
    },
  };
}
