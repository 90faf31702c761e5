import { type Database, limitOn } from '@archaka/service-kit';
import { pseudonym } from '../domain/pseudonym.ts';

interface Peppered {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  readonly pepper: string;
}

/** A limit whose keys stand in the store under pseudonyms. */
function limiter(db: Database, { pepper, ...limit }: Peppered) {
  const { count, check, forgive } = limitOn(db, limit);
  const keyOf = (key: string) => pseudonym(pepper, key);
  return {
    /** Counts one; throws 429 with the seconds to wait when the limit is passed. */
    count: (key: string) => count(keyOf(key)),
    /** Throws 429 when nothing is left, without counting. */
    check: (key: string) => check(keyOf(key)),
    /** Takes one count back. */
    forgive: (key: string) => forgive(keyOf(key)),
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
