import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '../errors.ts';
import type { Database } from './database.ts';

export interface RateLimiterOptions {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

export interface RateLimiter {
  /** @throws HttpProblem 429 with the seconds to wait. */
  consume(key: string): Promise<void>;
  /** Consumes nothing. @throws HttpProblem 429 when nothing is left. */
  check(key: string): Promise<void>;
  reward(key: string): Promise<void>;
}

/** Counts in memory while the database is unavailable. */
export function createRateLimiter(
  { connection }: Pick<Database, 'connection'>,
  limit: RateLimiterOptions,
): RateLimiter {
  const { name, points, seconds } = limit;
  const options = { keyPrefix: name, points, duration: seconds };
  const limiter = new RateLimiterMongo({
    ...options,
    storeClient: connection,
    tableName: 'limits',
    insuranceLimiter: new RateLimiterMemory(options),
  });
  const reject = (rejection: unknown): never => {
    throw rejection instanceof RateLimiterRes ? tooMany(rejection.msBeforeNext / 1000) : rejection;
  };

  return {
    async consume(key) {
      await limiter.consume(key).catch(reject);
    },
    async check(key) {
      const used = await limiter.get(key);
      if (used && used.consumedPoints >= points) reject(used);
    },
    async reward(key) {
      await limiter.reward(key);
    },
  };
}
