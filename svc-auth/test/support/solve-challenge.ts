import type { Challenge } from '@archaka/contracts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

const encode = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');

/** The proof for a challenge, as a browser sends it. */
export async function solveProof(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return encode({ challenge, solution });
}

/** A proof without computation. */
export const forged = {
  withoutWork: (challenge: Challenge) =>
    encode({
      challenge,
      solution: { counter: 1, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') },
    }),
  /** A solved challenge that was altered to be easy. */
  easier: async ({ parameters, signature }: Challenge) => {
    const easy = { parameters: { ...parameters, cost: 1, keyPrefix: '00' }, signature };
    return solveProof(easy);
  },
  /** A challenge with a postponed expiry. */
  prolonged: async (challenge: Challenge) => {
    const { parameters, signature } = challenge;
    const later = { ...parameters, expiresAt: parameters.expiresAt + 3600 };
    const solution = await solveChallenge({ challenge, deriveKey });
    return encode({ challenge: { parameters: later, signature }, solution });
  },
};
