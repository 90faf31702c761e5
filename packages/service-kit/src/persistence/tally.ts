import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible';
import type { Database } from './database.ts';

export interface TallyOptions {
  readonly name: string;
  /** From a key's first count to its reset. */
  readonly seconds: number;
}

export interface Tally {
  /** Returns the new count, which parallel callers never share. */
  add(key: string): Promise<number>;
  remove(key: string): Promise<void>;
}

/** Counts in memory while the database is unavailable. */
export function createTally(
  { connection }: Pick<Database, 'connection'>,
  { name, seconds }: TallyOptions,
): Tally {
  const options = { keyPrefix: name, points: Number.MAX_SAFE_INTEGER, duration: seconds };
  const limiter = new RateLimiterMongo({
    ...options,
    storeClient: connection,
    tableName: 'limits',
    insuranceLimiter: new RateLimiterMemory(options),
  });
  return {
    add: async (key) => (await limiter.penalty(key)).consumedPoints,
    async remove(key) {
      await limiter.reward(key);
    },
  };
}
