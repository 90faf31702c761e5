import { type Database, tooMany } from '@archaka/service-kit';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

const ASKS = 60;
const SECONDS = 10 * 60;

/** How often a user asks for a timeline: far more than anybody who reads it. */
export interface TimelineAsks {
  /** @throws Refusal 429 when it was too often. */
  count(userId: string): Promise<void>;
}

export function timelineAsksIn({ connection }: Database): TimelineAsks {
  const limiter = new RateLimiterMongo({
    storeClient: connection,
    tableName: 'limits',
    keyPrefix: 'timelines',
    points: ASKS,
    duration: SECONDS,
  });
  return {
    async count(userId) {
      await limiter.consume(userId).catch((refused) => {
        throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext / 1000) : refused;
      });
    },
  };
}
