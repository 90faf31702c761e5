import { hkdfSync, randomInt } from 'node:crypto';
import { type Challenge, challenge, proofOfWork } from '@archaka/contracts';
import type { KeyRing } from '@archaka/service-kit';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { UsedChallengeStore } from '../../store/used-challenges.ts';

const MINUTES = 5;
/** Of one key; about a millisecond on a laptop and a few on an old phone. */
const ITERATIONS = 5000;
/** How many keys it takes, at least and less than. */
const KEYS = [100, 400] as const;

/** Two keys that follow from a secret and say nothing about it. */
function secretsFrom(pepper: string) {
  const secret = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', pepper, '', `challenges\n${purpose}`, 32)).toString('base64');
  return { hmacSignatureSecret: secret('signature'), hmacKeySignatureSecret: secret('key signature') };
}

function read(proof: unknown) {
  try {
    return proofOfWork.safeParse(JSON.parse(Buffer.from(String(proof), 'base64').toString())).data;
  } catch {
    return undefined;
  }
}

/** Signed challenges, each good for one call within five minutes. */
export function challengesOf({ peppers, used }: { peppers: KeyRing; used: UsedChallengeStore }) {
  const [first, ...older] = peppers;
  const secrets = secretsFrom(first.key);
  const allSecrets = [secrets, ...older.map(({ key }) => secretsFrom(key))];
  return {
    async create(): Promise<Challenge> {
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ITERATIONS,
        counter: randomInt(...KEYS),
        expiresAt: new Date(Date.now() + MINUTES * 60_000),
        deriveKey,
        ...secrets,
      });
      return challenge.parse(made);
    },

    /** True once for a proof. */
    async isSolved(proof: unknown): Promise<boolean> {
      const payload = read(proof);
      if (!payload) return false;
      const { nonce, expiresAt } = payload.challenge.parameters;
      for (const each of allSecrets) {
        const { verified } = await verifySolution({ ...payload, deriveKey, ...each });
        if (verified) return used.use(nonce, new Date(expiresAt * 1000));
      }
      return false;
    },
  };
}
export type Challenges = ReturnType<typeof challengesOf>;
