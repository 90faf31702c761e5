import {
  createRateLimiter,
  createTally,
  type Database,
  type KeyRing,
  type RateLimiter,
  type Tally,
  writeUnlessDuplicate,
} from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import * as limits from '../domain/limits.ts';
import { createPseudonym } from '../domain/otp.ts';

interface RateLimitOptions {
  readonly perAddress: number;
  readonly textsPerHour: number;
  readonly extraPasswords: boolean;
  /** A new first pepper restarts all counts. */
  readonly peppers: KeyRing;
}

const forEachPurpose = <Value>(create: (purpose: limits.Purpose) => Value) =>
  Object.fromEntries(limits.purposes.map((purpose) => [purpose, create(purpose)])) as Record<
    limits.Purpose,
    Value
  >;

/** Keys are pseudonyms of addresses, numbers, browsers and accounts. */
export function createRateLimits(
  db: Database,
  { perAddress, textsPerHour, extraPasswords, peppers }: RateLimitOptions,
) {
  const toPseudonym = (key: string) => createPseudonym(peppers[0].key, key);
  const createLimiter = (name: string, rateLimit: { points: number; seconds: number }): RateLimiter => {
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
  const { ADDRESS_SECONDS, GUESSES_SECONDS, TEXTS_SECONDS: seconds, STRANGER_TEXTS_SHARE } = limits;
  const allTexts = createLimiter('texts', { points: textsPerHour, seconds });
  const strangerPoints = Math.max(1, Math.floor(textsPerHour * STRANGER_TEXTS_SHARE));

  return {
    extraPasswords,
    address: forEachPurpose((purpose) =>
      createLimiter(`address-${purpose}`, { points: perAddress, seconds: ADDRESS_SECONDS }),
    ),
    receiptReads: createLimiter('receipt-reads', limits.RECEIPT_READS),
    /** Keyed by account. */
    emailChanges: createLimiter('email-changes', limits.EMAIL_CHANGES),
    /** Keyed by account. */
    resentTexts: createPseudonymTally('resent-texts', limits.RESENT_TEXTS.seconds),
    knownBrowser: createLimiter('known-browser', limits.KNOWN_BROWSER_CALLS),
    /** Keyed by number, or by browser and number. */
    messages: {
      strangers: [
        createLimiter('otp-requests', limits.STRANGER_MESSAGES),
        createLimiter('otp-requests-daily', limits.STRANGER_MESSAGES_DAILY),
      ],
      knownBrowser: [createLimiter('browser-otp-requests', limits.KNOWN_BROWSER_MESSAGES)],
    },
    /** One-time passwords that the whole portal sends. */
    texts: {
      strangers: [createLimiter('texts-of-strangers', { points: strangerPoints, seconds }), allTexts],
      knownBrowser: [allTexts],
    },
    /** Hourly calls per address that may belong to an attack: right guesses are not among them. */
    suspiciousCalls: forEachPurpose((purpose) =>
      createPseudonymTally(`suspicion-${purpose}`, ADDRESS_SECONDS),
    ),
    wrongGuesses: {
      address: createPseudonymTally('wrong-by-address', GUESSES_SECONDS),
      number: createPseudonymTally('wrong-by-number', GUESSES_SECONDS),
      knownBrowser: createPseudonymTally('wrong-by-browser', GUESSES_SECONDS),
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;

interface UsedChallenge {
  readonly _id: string;
  readonly expires_at: Date;
}
const challengeSchema = new Schema<UsedChallenge>(
  {
    _id: { type: String, required: true },
    expires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false },
);

/** Proofs of work that were accepted. */
export class UsedChallengeRepository {
  readonly #challenges: Model<UsedChallenge>;

  constructor({ connection }: Database) {
    this.#challenges = connection.model<UsedChallenge>('UsedChallenge', challengeSchema);
  }

  /** True for the first use. */
  async use(_id: string, expires_at: Date): Promise<boolean> {
    return writeUnlessDuplicate(this.#challenges.create({ _id, expires_at }));
  }
}
