const QUARTER = 15 * 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Messages to one number that browsers may cause which never signed in to it. */
export const STRANGER_MESSAGES = { points: 5, seconds: QUARTER };
export const STRANGER_MESSAGES_DAILY = { points: 20, seconds: DAY };
/** Messages to one number that a browser may cause which has signed in to it. */
export const KNOWN_BROWSER_MESSAGES = { points: 5, seconds: QUARTER };
/** Sign-ins and OTP requests of such a browser for that number: the limit of its address does not hold for it. */
export const KNOWN_BROWSER_CALLS = { points: 100, seconds: HOUR };

/** The hour for which `RATE_PER_ADDRESS` and `CHALLENGE_AFTER` count. */
export const ADDRESS_SECONDS = HOUR;
/** The day for which wrong guesses are counted. */
export const GUESSES_SECONDS = DAY;

/**
 * Wrong guesses a day after each of which one more right password in a row is needed: of an address and of a number by
 * browsers that never signed in to the number, and of a browser that has. docs/security/sign-in.md has the arithmetic.
 */
export const EXTRA_PASSWORD_AFTER = { address: [4, 1000], number: [20], knownBrowser: [20] } as const;

/** Passwords that a guess needs in a row, itself included; `count`: the day's wrong guesses, itself included. */
export const countPasswordsNeeded = (steps: readonly number[], count: number): number =>
  1 + steps.filter((step) => count > step).length;
