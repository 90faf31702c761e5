import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { SINGLE_KEY_ID } from '@archaka/contracts/key-ring';
import { createSealing, type KeyRing, type Sealing, type SealingKey } from '@archaka/service-kit';

/** Keeps Aadhaars unreadable in the database, and yet comparable. */
export interface AadhaarSealing extends Sealing {
  /** Equal for equal Aadhaars; nobody without the key can try them out. */
  readonly computeIndex: (aadhaar: string) => string;
  /** What it was under the keys before; none unless the index key is being rotated. */
  readonly computeOlderIndexes: (aadhaar: string) => readonly string[];
  /** Whether the key of `indexOf` made this index. */
  readonly isCurrentIndex: (index: string) => boolean;
}

interface AadhaarKeys {
  /** The first one encrypts, any decrypts: a new key in front is a rotation. */
  readonly keys: readonly SealingKey[];
  readonly indexKeys: KeyRing;
}

/** An index names its key, but for that of the lone key, as it was before there were several. */
const createIndexFunction = (kid: string, key: KeyObject) => {
  const prefix = kid === SINGLE_KEY_ID ? '' : `${kid}.`;
  return (aadhaar: string) => prefix + createHmac('sha256', key).update(aadhaar).digest('base64url');
};

/** A pattern of the indexes that the key of this id made. */
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
