import { type Database, type KeyRing, limitOn, tallyOn } from '@archaka/service-kit';
import * as bounds from '../domain/limits.ts';
import { pseudonym } from '../domain/pseudonym.ts';

interface Bound {
  readonly points: number;
  readonly seconds: number;
}

interface LimitOptions {
  /** Sign-ups, sign-ins and OTP requests of one address an hour. */
  readonly perAddress: number;
  /** Whether many wrong guesses have more than one password asked for. */
  readonly extraPasswords: boolean;
  /** Counts begin anew with another first one. */
  readonly peppers: KeyRing;
}

/** How often one may sign up and sign in, by address, number and browser; each stands in the store as a pseudonym. */
export function limitStore(db: Database, { perAddress, extraPasswords, peppers }: LimitOptions) {
  const keyOf = (key: string) => pseudonym(peppers[0].key, key);
  const limit = (name: string, bound: Bound) => {
    const { count, check, forgive } = limitOn(db, { name, ...bound });
    return {
      /** Counts one; throws 429 with the seconds to wait when the limit is passed. */
      count: (key: string) => count(keyOf(key)),
      /** Throws 429 when nothing is left, without counting. */
      check: (key: string) => check(keyOf(key)),
      /** Takes one count back. */
      forgive: (key: string) => forgive(keyOf(key)),
    };
  };
  const tally = (name: string, seconds: number) => {
    const { add, remove } = tallyOn(db, { name, seconds });
    return { add: (key: string) => add(keyOf(key)), remove: (key: string) => remove(keyOf(key)) };
  };

  return {
    extraPasswords,
    address: limit('address', { points: perAddress, seconds: bounds.ADDRESS_SECONDS }),
    knownBrowser: limit('known-browser', bounds.KNOWN_BROWSER_CALLS),
    /** Messages, by whose wish: key is the number, or the browser with the number. */
    messages: {
      ofStrangers: [
        limit('otp-requests', bounds.STRANGERS_MESSAGES),
        limit('otp-requests-daily', bounds.STRANGERS_MESSAGES_DAILY),
      ],
      ofKnownBrowser: [limit('browser-otp-requests', bounds.KNOWN_BROWSER_MESSAGES)],
    },
    /** Wrong guesses and OTP requests of an address, an hour. */
    suspicion: tally('suspicion', bounds.ADDRESS_SECONDS),
    wrongGuesses: {
      address: tally('wrong-by-address', bounds.GUESSES_SECONDS),
      number: tally('wrong-by-number', bounds.GUESSES_SECONDS),
      knownBrowser: tally('wrong-by-browser', bounds.GUESSES_SECONDS),
    },
  };
}
export type Limits = ReturnType<typeof limitStore>;
