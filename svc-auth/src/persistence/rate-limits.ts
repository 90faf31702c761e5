import {
  createRateLimiter,
  createTally,
  type Database,
  type KeyRing,
  type RateLimiter,
  type Tally,
} from '@archaka/service-kit';
import * as limits from '../domain/limits.ts';
import { createPseudonym } from '../domain/pseudonym.ts';

interface RateLimit {
  readonly points: number;
  readonly seconds: number;
}

interface RateLimitOptions {
  readonly perAddress: number;
  readonly extraPasswords: boolean;
  /** A new first pepper restarts all counts. */
  readonly peppers: KeyRing;
}

/** Keys are pseudonyms of addresses, numbers and browsers. */
export interface RateLimits {
  readonly extraPasswords: boolean;
  readonly address: RateLimiter;
  readonly knownBrowser: RateLimiter;
  /** Keyed by number, or by browser and number. */
  readonly messages: {
    readonly strangers: readonly RateLimiter[];
    readonly knownBrowser: readonly RateLimiter[];
  };
  /** Hourly wrong guesses and OTP requests per address. */
  readonly suspiciousCalls: Tally;
  readonly wrongGuesses: {
    readonly address: Tally;
    readonly number: Tally;
    readonly knownBrowser: Tally;
  };
}

export function createRateLimits(
  db: Database,
  { perAddress, extraPasswords, peppers }: RateLimitOptions,
): RateLimits {
  const toPseudonym = (key: string) => createPseudonym(peppers[0].key, key);
  const createPseudonymLimiter = (name: string, rateLimit: RateLimit): RateLimiter => {
    const { consume, check, reward } = createRateLimiter(db, { name, ...rateLimit });
    return {
      consume: (key: string) => consume(toPseudonym(key)),
      check: (key: string) => check(toPseudonym(key)),
      reward: (key: string) => reward(toPseudonym(key)),
    };
  };
  const createPseudonymTally = (name: string, seconds: number): Tally => {
    const { add, remove } = createTally(db, { name, seconds });
    return { add: (key: string) => add(toPseudonym(key)), remove: (key: string) => remove(toPseudonym(key)) };
  };

  return {
    extraPasswords,
    address: createPseudonymLimiter('address', { points: perAddress, seconds: limits.ADDRESS_SECONDS }),
    knownBrowser: createPseudonymLimiter('known-browser', limits.KNOWN_BROWSER_CALLS),
    messages: {
      strangers: [
        createPseudonymLimiter('otp-requests', limits.STRANGER_MESSAGES),
        createPseudonymLimiter('otp-requests-daily', limits.STRANGER_MESSAGES_DAILY),
      ],
      knownBrowser: [createPseudonymLimiter('browser-otp-requests', limits.KNOWN_BROWSER_MESSAGES)],
    },
    suspiciousCalls: createPseudonymTally('suspicion', limits.ADDRESS_SECONDS),
    wrongGuesses: {
      address: createPseudonymTally('wrong-by-address', limits.GUESSES_SECONDS),
      number: createPseudonymTally('wrong-by-number', limits.GUESSES_SECONDS),
      knownBrowser: createPseudonymTally('wrong-by-browser', limits.GUESSES_SECONDS),
    },
  };
}
