import { challengeNeeded, createCounter } from '@archaka/service-kit';
import type { RateLimits } from '../../persistence/rate-limits.ts';
import type { Challenges } from './challenges.ts';

const demandedChallenges = createCounter({
  name: 'sign_in_challenges_total',
  description: 'Sign-in calls rejected for lack of a proof of work',
});

interface ProofOfWorkGateDependencies {
  readonly rateLimits: RateLimits;
  readonly challenges: Challenges;
  /** Hourly wrong guesses and OTP requests of an address without a proof. */
  readonly challengeAfter: number | 'none';
}

export interface ProofOfWorkGate {
  /** Counts an OTP request, or a guess as if it were wrong. @throws HttpProblem 428 */
  readonly consume: (address: string, proof: unknown) => Promise<void>;
  readonly reward: (address: string) => Promise<void>;
}

export function createProofOfWorkGate({
  rateLimits: { suspiciousCalls },
  challenges,
  challengeAfter,
}: ProofOfWorkGateDependencies): ProofOfWorkGate {
  return {
    async consume(address, proof) {
      if (challengeAfter === 'none') return;
      const count = await suspiciousCalls.add(address);
      if (count <= challengeAfter || (await challenges.isSolved(proof))) return;
      await suspiciousCalls.remove(address);
      demandedChallenges.add();
      throw challengeNeeded(await challenges.create());
    },
    async reward(address) {
      if (challengeAfter !== 'none') await suspiciousCalls.remove(address);
    },
  };
}
