import { type Database, tooMany } from '@archaka/service-kit';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

const ASKS = 120;
const SECONDS = 10 * 60;

/** How often a user asks for previews: far more than anybody who waits for one. */
export interface PreviewAsks {
  /** @throws Refusal 429 when it was too often. */
  count(userId: string): Promise<void>;
}

export function previewAsksIn({ connection }: Database): PreviewAsks {
  const limiter = new RateLimiterMongo({
    storeClient: connection,
    tableName: 'limits',
    keyPrefix: 'previews',
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
