import { hkdfSync, randomInt } from 'node:crypto';
import { type Challenge, challenge, proofOfWork } from '@archaka/contracts';
import { challengeNeeded, createCounter, type KeyRing, type RateLimiter } from '@archaka/service-kit';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import {
  calculateChallengeLevel,
  countPasswordsNeeded,
  EXTRA_PASSWORD_AFTER,
  type Purpose,
} from '../domain/limits.ts';
import type { RateLimits, UsedChallengeRepository } from '../persistence/rate-limits.ts';

export interface Caller {
  readonly address: string;
  /** Undefined for an invalid mobile number, which limits do not count. */
  readonly number: string | undefined;
  /** Key of browser and number; undefined unless the browser has signed in to the number. */
  readonly knownBrowser: string | undefined;
}

const rejectedTexts = createCounter<{ browser: 'new' | 'known' }>({
  name: 'texts_over_budget_total',
  description: 'One-time passwords not sent since the hourly messages of the portal were used up',
});

/** Uses up all or none: a rejected one counts, too. @throws HttpProblem 429 */
async function consumeAll(limits: readonly RateLimiter[], key: string): Promise<void> {
  for (const [at, limit] of limits.entries())
    await limit.consume(key).catch(async (rejection) => {
      await rewardAll(limits.slice(0, at + 1), key);
      throw rejection;
    });
}

const rewardAll = (limits: readonly RateLimiter[], key: string) =>
  Promise.all(limits.map((limit) => limit.reward(key)));

const PORTAL = 'portal';

/** Unknown browsers share a number's allowance; a known browser has its own. */
export function createCallerLimits(
  { messages, texts, wrongGuesses, extraPasswords }: RateLimits,
  { address, number = '', knownBrowser }: Caller,
) {
  const side = knownBrowser ? 'knownBrowser' : 'strangers';
  const messageKey = knownBrowser ?? number;
  const tallies = knownBrowser
    ? [{ tally: wrongGuesses.knownBrowser, key: knownBrowser, steps: EXTRA_PASSWORD_AFTER.knownBrowser }]
    : [
        { tally: wrongGuesses.address, key: address, steps: EXTRA_PASSWORD_AFTER.address },
        { tally: wrongGuesses.number, key: number, steps: EXTRA_PASSWORD_AFTER.number },
      ];

  return {
    /** Counts nothing. @throws HttpProblem 429 when the number may receive no more messages. */
    async checkMessages(): Promise<void> {
      for (const limit of messages[side]) await limit.check(messageKey);
    },
    /** @throws HttpProblem 429 */
    consumeMessage: () => consumeAll(messages[side], messageKey),
    /** Counts a message of the portal. @throws HttpProblem 429 */
    async consumeText(): Promise<void> {
      try {
        await consumeAll(texts[side], PORTAL);
      } catch (error) {
        rejectedTexts.add({ browser: knownBrowser ? 'known' : 'new' });
        throw error;
      }
    },
    /** The message was certainly not sent. */
    async rewardMessage(): Promise<void> {
      await Promise.all([rewardAll(messages[side], messageKey), rewardAll(texts[side], PORTAL)]);
    },
    /** Counts a guess as wrong until it is proven right. Returns the right passwords needed in a row. */
    async consumeGuess(): Promise<number> {
      const required = tallies.map(async ({ tally, key, steps }) =>
        countPasswordsNeeded(extraPasswords ? steps : [], await tally.add(key)),
      );
      return Math.max(...(await Promise.all(required)));
    },
    async rewardGuess(): Promise<void> {
      await Promise.all(tallies.map(({ tally, key }) => tally.remove(key)));
    },
  };
}

export type CallerLimits = ReturnType<typeof createCallerLimits>;

const VALID_MINUTES = 5;
/** Per key; about 1 ms on a laptop and a few on an old phone. */
const ITERATIONS = 5000;
/** Number of keys at the first level, the upper bound exclusive; each further level doubles them. */
const KEY_RANGE = [100, 400] as const;

function deriveSecrets(pepper: string) {
  const deriveSecret = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', pepper, '', `challenges\n${purpose}`, 32)).toString('base64');
  return {
    hmacSignatureSecret: deriveSecret('signature'),
    hmacKeySignatureSecret: deriveSecret('key signature'),
  };
}

function parseProof(proof: unknown) {
  try {
    return proofOfWork.safeParse(JSON.parse(Buffer.from(String(proof), 'base64').toString())).data;
  } catch {
    return undefined;
  }
}

/** Each challenge is valid for one call within five minutes. */
export class Challenges {
  readonly #usedChallenges: UsedChallengeRepository;
  readonly #secrets: readonly ReturnType<typeof deriveSecrets>[];

  constructor(peppers: KeyRing, usedChallenges: UsedChallengeRepository) {
    this.#usedChallenges = usedChallenges;
    this.#secrets = peppers.map(({ key }) => deriveSecrets(key));
  }

  async create(level: number): Promise<Challenge> {
    const created = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: ITERATIONS,
      counter: randomInt(KEY_RANGE[0], KEY_RANGE[1]) * 2 ** (level - 1) + randomInt(2 ** (level - 1)),
      data: { level },
      expiresAt: new Date(Date.now() + VALID_MINUTES * 60_000),
      deriveKey,
      ...this.#secrets[0],
    });
    return challenge.parse(created);
  }

  /** True once per proof of this level or a higher one. */
  async isSolved(proof: unknown, level: number): Promise<boolean> {
    const payload = parseProof(proof);
    if (!payload || payload.challenge.parameters.data.level < level) return false;
    const { nonce, expiresAt } = payload.challenge.parameters;
    for (const secrets of this.#secrets) {
      const { verified } = await verifySolution({ ...payload, deriveKey, ...secrets });
      if (verified) return this.#usedChallenges.use(nonce, new Date(expiresAt * 1000));
    }
    return false;
  }
}

const demandedChallenges = createCounter<{ purpose: Purpose }>({
  name: 'sign_in_challenges_total',
  description: 'Sign-up and sign-in calls rejected for lack of a proof of work, by purpose',
});

/** What an address may call for each purpose: at first freely, then for ever more work, at last not at all. */
export class CallBudgets {
  readonly #rateLimits: RateLimits;
  readonly #challenges: Challenges;
  readonly #challengeAfter: number | 'none';

  /** `challengeAfter`: hourly calls of an address for one purpose without a proof. */
  constructor(rateLimits: RateLimits, challenges: Challenges, challengeAfter: number | 'none') {
    this.#rateLimits = rateLimits;
    this.#challenges = challenges;
    this.#challengeAfter = challengeAfter;
  }

  /**
   * Counts the call, a guess as if it were wrong. A browser that has signed in to the number has its own budget. A
   * call that lacks its proof uses up nothing.
   * @throws HttpProblem 428, 429
   */
  async admit(
    purpose: Purpose,
    { address, knownBrowser }: Pick<Caller, 'address' | 'knownBrowser'>,
    proof: unknown,
  ): Promise<void> {
    if (knownBrowser) return this.#rateLimits.knownBrowser.consume(knownBrowser);
    const limiter = this.#rateLimits.address[purpose];
    await limiter.check(address);
    await this.#demandProof(purpose, address, proof);
    await limiter.consume(address);
  }

  /** A right guess. */
  async reward(purpose: Purpose, { address, knownBrowser }: Caller): Promise<void> {
    if (this.#challengeAfter === 'none' || knownBrowser) return;
    await this.#rateLimits.suspiciousCalls[purpose].remove(address);
  }

  async #demandProof(purpose: Purpose, address: string, proof: unknown): Promise<void> {
    if (this.#challengeAfter === 'none') return;
    const tally = this.#rateLimits.suspiciousCalls[purpose];
    const level = calculateChallengeLevel(await tally.add(address), this.#challengeAfter);
    if (level === 0 || (await this.#challenges.isSolved(proof, level))) return;
    await tally.remove(address);
    demandedChallenges.add({ purpose });
    throw challengeNeeded(await this.#challenges.create(level));
  }
}
