import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible';
import type { Database } from './database.ts';

export interface TallyOptions {
  /** Names the tally in the service's database. */
  readonly name: string;
  /** A key's tally begins anew so long after its first count. */
  readonly seconds: number;
}

/** Counts something for a key over all instances, and refuses nothing. */
export interface Tally {
  /** Counts one; gives the count with it, so that parallel callers get different ones. */
  add(key: string): Promise<number>;
  /** Takes one count back. */
  remove(key: string): Promise<void>;
}

/** A tally in the database, and in memory while the database cannot be asked. */
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
