import { createRateLimiter, createTally, type Database, type KeyRing } from '@archaka/service-kit';
import * as limits from '../domain/limits.ts';
import { createPseudonym } from '../domain/pseudonym.ts';

interface RateLimit {
  readonly points: number;
  readonly seconds: number;
}

interface RateLimitOptions {
  /** Sign-ups, sign-ins and OTP requests of one address an hour. */
  readonly perAddress: number;
  /** Whether many wrong guesses have more than one password asked for. */
  readonly extraPasswords: boolean;
  /** Counts begin anew with another first one. */
  readonly peppers: KeyRing;
}

/** How often one may sign up and sign in, by address, number and browser; each stands in the store as a pseudonym. */
export function createRateLimits(db: Database, { perAddress, extraPasswords, peppers }: RateLimitOptions) {
  const toPseudonym = (key: string) => createPseudonym(peppers[0].key, key);
  const createPseudonymLimiter = (name: string, rateLimit: RateLimit) => {
    const { consume, check, reward } = createRateLimiter(db, { name, ...rateLimit });
    return {
      /** Counts one; throws 429 with the seconds to wait when the limit is passed. */
      consume: (key: string) => consume(toPseudonym(key)),
      /** Throws 429 when nothing is left, without counting. */
      check: (key: string) => check(toPseudonym(key)),
      /** Takes one count back. */
      reward: (key: string) => reward(toPseudonym(key)),
    };
  };
  const createPseudonymTally = (name: string, seconds: number) => {
    const { add, remove } = createTally(db, { name, seconds });
    return { add: (key: string) => add(toPseudonym(key)), remove: (key: string) => remove(toPseudonym(key)) };
  };

  return {
    extraPasswords,
    address: createPseudonymLimiter('address', { points: perAddress, seconds: limits.ADDRESS_SECONDS }),
    knownBrowser: createPseudonymLimiter('known-browser', limits.KNOWN_BROWSER_CALLS),
    /** Messages, by whose wish: key is the number, or the browser with the number. */
    messages: {
      strangers: [
        createPseudonymLimiter('otp-requests', limits.STRANGER_MESSAGES),
        createPseudonymLimiter('otp-requests-daily', limits.STRANGER_MESSAGES_DAILY),
      ],
      knownBrowser: [createPseudonymLimiter('browser-otp-requests', limits.KNOWN_BROWSER_MESSAGES)],
    },
    /** Wrong guesses and OTP requests of an address, an hour. */
    suspiciousCalls: createPseudonymTally('suspicion', limits.ADDRESS_SECONDS),
    wrongGuesses: {
      address: createPseudonymTally('wrong-by-address', limits.GUESSES_SECONDS),
      number: createPseudonymTally('wrong-by-number', limits.GUESSES_SECONDS),
      knownBrowser: createPseudonymTally('wrong-by-browser', limits.GUESSES_SECONDS),
    },
  };
}
export type RateLimits = ReturnType<typeof createRateLimits>;
