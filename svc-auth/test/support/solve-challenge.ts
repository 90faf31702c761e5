import type { Challenge } from '@archaka/contracts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

const encode = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');

/** The proof for a challenge, as a browser sends it. */
export async function solveProof(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return encode({ challenge, solution });
}

/** What somebody sends who does not want to compute. */
export const forged = {
  withoutWork: (challenge: Challenge) =>
    encode({
      challenge,
      solution: { counter: 1, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') },
    }),
  /** The challenge was made easy, and solved. */
  easier: async ({ parameters, signature }: Challenge) => {
    const easy = { parameters: { ...parameters, cost: 1, keyPrefix: '00' }, signature };
    return solveProof(easy);
  },
  /** A challenge whose end was put off. */
  prolonged: async (challenge: Challenge) => {
    const { parameters, signature } = challenge;
    const later = { ...parameters, expiresAt: parameters.expiresAt + 3600 };
    const solution = await solveChallenge({ challenge, deriveKey });
    return encode({ challenge: { parameters: later, signature }, solution });
  },
};
