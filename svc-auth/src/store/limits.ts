import { type Database, tooMany } from '@archaka/service-kit';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { pseudonym } from '../domain/pseudonym.ts';

interface Limit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  readonly pepper: string;
}

/** A limit counted in the database, and in memory while the database cannot be asked. */
function limiter({ connection }: Database, { name, points, seconds, pepper }: Limit) {
  const keyOf = (key: string) => pseudonym(pepper, key);
  const options = { keyPrefix: name, points, duration: seconds };
  const mongo = new RateLimiterMongo({
    ...options,
    storeClient: connection,
    tableName: 'limits',
    insuranceLimiter: new RateLimiterMemory(options),
  });
  const refuse = (rejection: unknown): never => {
    if (rejection instanceof RateLimiterRes) throw tooMany(Math.ceil(rejection.msBeforeNext / 1000));
    throw rejection;
  };
  return {
    /** Counts one; throws 429 with the seconds to wait when the limit is passed. */
    count: async (key: string): Promise<void> => {
      await mongo.consume(keyOf(key)).catch(refuse);
    },
    /** Throws 429 when nothing is left, without counting. */
    check: async (key: string): Promise<void> => {
      const used = await mongo.get(keyOf(key));
      if (used && used.consumedPoints >= points) refuse(used);
    },
    /** Takes one count back. */
    forgive: async (key: string): Promise<void> => {
      await mongo.reward(keyOf(key));
    },
  };
}
const QUARTER = 15 * 60;

interface LimitOptions {
  /** Sign-ups, sign-ins and OTP requests of one address an hour. */
  readonly perAddress: number;
  readonly pepper: string;
}

/** How often one may sign up and sign in, by address and by number. */
export const limitStore = (db: Database, { perAddress, pepper }: LimitOptions) => ({
  address: limiter(db, { name: 'address', points: perAddress, seconds: 3600, pepper }),
  otpRequests: limiter(db, { name: 'otp-requests', points: 5, seconds: QUARTER, pepper }),
  wrongOtps: limiter(db, { name: 'wrong-otps', points: 5, seconds: QUARTER, pepper }),
  wrongOtpsDaily: limiter(db, { name: 'wrong-otps-daily', points: 20, seconds: 24 * 3600, pepper }),
});
export type Limits = ReturnType<typeof limitStore>;
