const QUARTER = 15 * 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Messages to one number from browsers that never signed in to it. */
export const STRANGER_MESSAGES = { points: 5, seconds: QUARTER };
export const STRANGER_MESSAGES_DAILY = { points: 20, seconds: DAY };
/** Messages to one number from one browser that has signed in to it. */
export const KNOWN_BROWSER_MESSAGES = { points: 5, seconds: QUARTER };
/** Sign-ins and OTP requests of such a browser, which the address limit does not cover. */
export const KNOWN_BROWSER_CALLS = { points: 100, seconds: HOUR };

/** Window of `RATE_PER_ADDRESS` and `CHALLENGE_AFTER`. */
export const ADDRESS_SECONDS = HOUR;
export const GUESSES_SECONDS = DAY;

/** Daily wrong guesses, each of which requires one more right password in a row (docs/security/sign-in.md). */
export const EXTRA_PASSWORD_AFTER = { address: [4, 1000], number: [20], knownBrowser: [20] } as const;

/** Right passwords in a row. Both the result and `count`, the day's wrong guesses, include the present guess. */
export const countPasswordsNeeded = (steps: readonly number[], count: number): number =>
  1 + steps.filter((step) => count > step).length;
