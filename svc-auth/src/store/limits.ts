import { type Database, tooMany } from '@archaka/service-kit';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

interface Limit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** A limit counted in the database, and in memory while the database cannot be asked. */
function limiter({ connection }: Database, { name, points, seconds }: Limit) {
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
      await mongo.consume(key).catch(refuse);
    },
    /** Throws 429 when nothing is left, without counting. */
    check: async (key: string): Promise<void> => {
      const used = await mongo.get(key);
      if (used && used.consumedPoints >= points) refuse(used);
    },
    /** Takes one count back. */
    forgive: async (key: string): Promise<void> => {
      await mongo.reward(key);
    },
  };
}
export type Limiter = ReturnType<typeof limiter>;

const QUARTER = 15 * 60;

/** How often one may sign up and sign in, by address and by number. */
export const limitStore = (db: Database, perAddress: number) => ({
  address: limiter(db, { name: 'address', points: perAddress, seconds: 3600 }),
  otpRequests: limiter(db, { name: 'otp-requests', points: 5, seconds: QUARTER }),
  wrongOtps: limiter(db, { name: 'wrong-otps', points: 5, seconds: QUARTER }),
  wrongOtpsDaily: limiter(db, { name: 'wrong-otps-daily', points: 20, seconds: 24 * 3600 }),
});
export type Limits = ReturnType<typeof limitStore>;
