import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { SINGLE_KEY_ID } from '@archaka/contracts/key-ring';
import {
  createSealing,
  type KeyRing,
  type Sealing,
  type SealingKey,
  toKeyPrefix,
} from '@archaka/service-kit';

export interface AadhaarSealing extends Sealing {
  /** HMAC: equal for equal Aadhaars, and not testable without the key. */
  readonly computeIndex: (aadhaar: string) => string;
  /** Under older keys; empty unless the index key is being rotated. */
  readonly computeOlderIndexes: (aadhaar: string) => readonly string[];
  readonly isCurrentIndex: (index: string) => boolean;
}

interface AadhaarKeys {
  readonly keys: readonly SealingKey[];
  readonly indexKeys: KeyRing;
}

const createIndexFunction = (kid: string, key: KeyObject) => {
  const prefix = toKeyPrefix(kid);
  return (aadhaar: string) => prefix + createHmac('sha256', key).update(aadhaar).digest('base64url');
};

/** Regular expression of the indexes under the key `kid`. */
export const indexPattern = (kid: string): string => (kid === SINGLE_KEY_ID ? '[^.:]*' : `${kid}\\.[^:]*`);

export function createAadhaarSealing({ keys, indexKeys }: AadhaarKeys): AadhaarSealing {
  const [computeIndex, ...olderIndexFunctions] = indexKeys.map(({ kid, key }) =>
    createIndexFunction(kid, createSecretKey(Buffer.from(key))),
  );
  if (!computeIndex) throw new Error('no key to index with');
  const currentPattern = new RegExp(`^${indexPattern(indexKeys[0].kid)}$`);
  return {
    ...createSealing(keys),
    computeIndex,
    computeOlderIndexes: (aadhaar) => olderIndexFunctions.map((computeOlder) => computeOlder(aadhaar)),
    isCurrentIndex: (index) => currentPattern.test(index),
  };
}
