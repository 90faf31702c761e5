import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '../errors.ts';
import type { Database } from './database.ts';

export interface RateLimiterOptions {
  /** Names the limit in the service's database. */
  readonly name: string;
  /** How many are allowed in that time. */
  readonly points: number;
  readonly seconds: number;
}

/** How often something may be done by whoever a key stands for, counted over all instances. */
export interface RateLimiter {
  /** Counts one. @throws HttpProblem 429 with the seconds to wait when it is one too many. */
  consume(key: string): Promise<void>;
  /** Counts nothing. @throws HttpProblem 429 when nothing is left. */
  check(key: string): Promise<void>;
  /** Takes one count back. */
  reward(key: string): Promise<void>;
}

/** A limit counted in the database, and in memory while the database cannot be asked. */
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
