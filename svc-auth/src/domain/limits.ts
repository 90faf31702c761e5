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

/** Each has budgets of its own, so that none uses up another's. */
export const purposes = ['sign-ups', 'otp-requests', 'guesses'] as const;
export type Purpose = (typeof purposes)[number];

/** Window of `RATE_PER_ADDRESS` and `CHALLENGE_AFTER`. */
export const ADDRESS_SECONDS = HOUR;
/** Reads of an erasure's progress by its receipt, for an address. */
export const RECEIPT_READS = { points: 1000, seconds: HOUR };

/** E-mail addresses that an account asks for: each answer says whether another account has the address. */
export const EMAIL_CHANGES = { points: 20, seconds: DAY };

/** Messages that the help desk sends again to one account. */
export const RESENT_TEXTS = { points: 3, seconds: DAY };

/** Window of `TEXTS_PER_HOUR`. */
export const TEXTS_SECONDS = HOUR;
/** Share of the portal's messages that browsers new to a number can use; the rest is for known browsers. */
export const STRANGER_TEXTS_SHARE = 0.8;

/** Doublings of the work; a phone needs about a second for the first level, 16 for the last. */
const MAX_CHALLENGE_LEVEL = 5;

/** Work for the call that makes `count` in this hour: 0 for none, then one more at each doubling of `after`. */
export const calculateChallengeLevel = (count: number, after: number): number =>
  count <= after ? 0 : Math.min(MAX_CHALLENGE_LEVEL, Math.ceil(Math.log2(count / after)));

export const GUESSES_SECONDS = DAY;

/** Daily wrong guesses, each of which requires one more right password in a row (docs/security/sign-in.md). */
export const EXTRA_PASSWORD_AFTER = { address: [4, 1000], number: [20], knownBrowser: [20] } as const;

/** Right passwords in a row. Both the result and `count`, the day's wrong guesses, include the present guess. */
export const countPasswordsNeeded = (steps: readonly number[], count: number): number =>
  1 + steps.filter((step) => count > step).length;
