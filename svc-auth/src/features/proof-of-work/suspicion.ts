import { challengeNeeded, counter } from '@archaka/service-kit';
import type { Limits } from '../../store/limits.ts';
import type { Challenges } from './challenges.ts';

const demanded = counter({
  name: 'sign_in_challenges_total',
  description: 'Calls of sign-in that were refused until a proof of work comes with them',
});

interface Parts {
  readonly limits: Limits;
  readonly challenges: Challenges;
  /** Wrong guesses and OTP requests of an address in an hour that need no proof. */
  readonly challengeAfter: number | 'none';
}

/** Slows down an address that asks and guesses much: each further call costs it a proof of work. */
export function suspicionOf({ limits: { suspicion }, challenges, challengeAfter }: Parts) {
  return {
    /** Counts an OTP request, or a guess as if it were wrong. @throws Refusal 428 */
    async count(address: string, proof: unknown): Promise<void> {
      if (challengeAfter === 'none') return;
      const count = await suspicion.add(address);
      if (count <= challengeAfter || (await challenges.isSolved(proof))) return;
      await suspicion.remove(address);
      demanded.add();
      throw challengeNeeded(await challenges.create());
    },
    async forgive(address: string): Promise<void> {
      if (challengeAfter !== 'none') await suspicion.remove(address);
    },
  };
}
export type Suspicion = ReturnType<typeof suspicionOf>;
