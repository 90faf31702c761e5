import { challengeNeeded, createCounter } from '@archaka/service-kit';
import { calculateChallengeLevel, type Purpose } from '../../domain/limits.ts';
import type { RateLimits } from '../../persistence/rate-limits.ts';
import type { Caller } from '../caller.ts';
import type { Challenges } from './challenges.ts';

const demandedChallenges = createCounter<{ purpose: Purpose }>({
  name: 'sign_in_challenges_total',
  description: 'Sign-up and sign-in calls rejected for lack of a proof of work, by purpose',
});

interface CallBudgetOptions {
  readonly rateLimits: RateLimits;
  readonly challenges: Challenges;
  /** Hourly calls of an address for one purpose without a proof. */
  readonly challengeAfter: number | 'none';
}

/** What an address may call for each purpose: at first freely, then for ever more work, at last not at all. */
export class CallBudgets {
  readonly #rateLimits: RateLimits;
  readonly #challenges: Challenges;
  readonly #challengeAfter: number | 'none';

  constructor({ rateLimits, challenges, challengeAfter }: CallBudgetOptions) {
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
