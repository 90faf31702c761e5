import type { Request } from 'express';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from './errors.ts';

/** The service's database; no type of its driver, since the shell limits in memory and must not load it. */
interface Store {
  readonly connection: object;
}

interface RateLimiterOptions {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** Counts in memory while the database is unavailable. */
function createStoredLimiter({ connection }: Store, { name, points, seconds }: RateLimiterOptions) {
  const options = { keyPrefix: name, points, duration: seconds };
  return new RateLimiterMongo({
    ...options,
    storeClient: connection,
    tableName: 'limits',
    insuranceLimiter: new RateLimiterMemory(options),
  });
}

export interface RateLimiter {
  /** @throws HttpProblem 429 with the seconds to wait. */
  consume(key: string): Promise<void>;
  /** Consumes nothing. @throws HttpProblem 429 when nothing is left. */
  check(key: string): Promise<void>;
  reward(key: string): Promise<void>;
}

export function createRateLimiter(store: Store, limit: RateLimiterOptions): RateLimiter {
  const limiter = createStoredLimiter(store, limit);
  const reject = (rejection: unknown): never => {
    throw rejection instanceof RateLimiterRes ? tooMany(rejection.msBeforeNext / 1000) : rejection;
  };
  return {
    async consume(key) {
      await limiter.consume(key).catch(reject);
    },
    async check(key) {
      const used = await limiter.get(key);
      if (used && used.consumedPoints >= limit.points) reject(used);
    },
    async reward(key) {
      await limiter.reward(key);
    },
  };
}

export interface Tally {
  /** Returns the new count, which parallel callers never share. */
  add(key: string): Promise<number>;
  remove(key: string): Promise<void>;
}

/** @param options `seconds`: from a key's first count to its reset */
export function createTally(store: Store, options: Omit<RateLimiterOptions, 'points'>): Tally {
  const limiter = createStoredLimiter(store, { ...options, points: Number.MAX_SAFE_INTEGER });
  return {
    add: async (key) => (await limiter.penalty(key)).consumedPoints,
    async remove(key) {
      await limiter.reward(key);
    },
  };
}

interface MemoryLimit {
  readonly times: number;
  readonly seconds: number;
}

const toSecondsLeft = ({ msBeforeNext }: RateLimiterRes): number => Math.ceil(msBeforeNext / 1000);

/** Of this process alone. @returns seconds to wait when over the limit, else 0 */
export function createMemoryLimiter({ times, seconds }: MemoryLimit): (key: string) => Promise<number> {
  const limiter = new RateLimiterMemory({ points: times, duration: seconds });
  return async (key) => {
    const used = await limiter.penalty(key);
    return used.consumedPoints > times ? toSecondsLeft(used) : 0;
  };
}

/** Seconds to wait, 0 below the limit. */
export function createFailureLimiter({ times, seconds }: MemoryLimit) {
  const limiter = new RateLimiterMemory({ points: times, duration: seconds });
  return {
    async secondsToWait(key: string): Promise<number> {
      const failures = await limiter.get(key);
      return failures && failures.consumedPoints >= times ? toSecondsLeft(failures) : 0;
    },
    /** Over the limit also by concurrent failures. */
    async count(key: string): Promise<number> {
      const failures = await limiter.penalty(key);
      return failures.consumedPoints > times ? toSecondsLeft(failures) : 0;
    },
  };
}

/** IPv6 as one customer's network (64 bits). Behind the gateway, the client address that it names. */
export function toNetworkKey({ ip = '' }: Pick<Request, 'ip'>): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(ip)?.[1];
  return v4 ?? (ip.includes('::') ? (ip.split('::')[0] ?? '') : ip).split(':').slice(0, 4).join(':');
}
