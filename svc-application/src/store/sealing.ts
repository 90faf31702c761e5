import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LONE_KID } from '@archaka/contracts/key-ring';
import { type KeyRing, makeSealing, type Sealing, type SealingKey } from '@archaka/service-kit';

/** Keeps Aadhaars unreadable in the database, and yet comparable. */
export interface AadhaarSealing extends Sealing {
  /** Equal for equal Aadhaars; nobody without the key can try them out. */
  readonly indexOf: (aadhaar: string) => string;
  /** What it was under the keys before; none unless the index key is being rotated. */
  readonly olderIndexesOf: (aadhaar: string) => readonly string[];
  /** Whether the key of `indexOf` made this index. */
  readonly isPresentIndex: (index: string) => boolean;
}

interface Keys {
  /** The first one encrypts, any decrypts: a new key in front is a rotation. */
  readonly keys: readonly SealingKey[];
  readonly indexKeys: KeyRing;
}

/** An index names its key, but for that of the lone key, as it was before there were several. */
const indexWith = (kid: string, key: KeyObject) => {
  const prefix = kid === LONE_KID ? '' : `${kid}.`;
  return (aadhaar: string) => prefix + createHmac('sha256', key).update(aadhaar).digest('base64url');
};

/** A pattern of the indexes that the key of this id made. */
export const indexPattern = (kid: string): string => (kid === LONE_KID ? '[^.:]*' : `${kid}\\.[^:]*`);

export function makeAadhaarSealing({ keys, indexKeys }: Keys): AadhaarSealing {
  const [indexOf, ...older] = indexKeys.map(({ kid, key }) =>
    indexWith(kid, createSecretKey(Buffer.from(key))),
  );
  if (!indexOf) throw new Error('no key to index with');
  const present = new RegExp(`^${indexPattern(indexKeys[0].kid)}$`);
  return {
    ...makeSealing(keys),
    indexOf,
    olderIndexesOf: (aadhaar) => older.map((indexBefore) => indexBefore(aadhaar)),
    isPresentIndex: (index) => present.test(index),
  };
}
