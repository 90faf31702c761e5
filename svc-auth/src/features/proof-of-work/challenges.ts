import { hkdfSync, randomInt } from 'node:crypto';
import { type Challenge, challenge, proofOfWork } from '@archaka/contracts';
import type { KeyRing } from '@archaka/service-kit';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { UsedChallengeRepository } from '../../persistence/used-challenge-repository.ts';

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
export interface Challenges {
  readonly create: (level: number) => Promise<Challenge>;
  /** True once per proof of this level or a higher one. */
  readonly isSolved: (proof: unknown, level: number) => Promise<boolean>;
}

export function createChallenges({
  peppers,
  usedChallenges,
}: {
  peppers: KeyRing;
  usedChallenges: UsedChallengeRepository;
}): Challenges {
  const [current, ...older] = peppers;
  const secrets = deriveSecrets(current.key);
  const allSecrets = [secrets, ...older.map(({ key }) => deriveSecrets(key))];
  return {
    async create(level) {
      const created = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ITERATIONS,
        counter: randomInt(KEY_RANGE[0], KEY_RANGE[1]) * 2 ** (level - 1) + randomInt(2 ** (level - 1)),
        data: { level },
        expiresAt: new Date(Date.now() + VALID_MINUTES * 60_000),
        deriveKey,
        ...secrets,
      });
      return challenge.parse(created);
    },

    async isSolved(proof, level) {
      const payload = parseProof(proof);
      if (!payload || payload.challenge.parameters.data.level < level) return false;
      const { nonce, expiresAt } = payload.challenge.parameters;
      for (const candidate of allSecrets) {
        const { verified } = await verifySolution({ ...payload, deriveKey, ...candidate });
        if (verified) return usedChallenges.use(nonce, new Date(expiresAt * 1000));
      }
      return false;
    },
  };
}
