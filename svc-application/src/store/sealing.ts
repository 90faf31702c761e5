import { createHmac, createSecretKey } from 'node:crypto';
import { makeSealing, type Sealing, type SealingKey } from '@archaka/service-kit';

/** Keeps Aadhaars unreadable in the database, and yet comparable. */
export interface AadhaarSealing extends Sealing {
  /** Equal for equal Aadhaars; nobody without the key can try them out. */
  readonly indexOf: (aadhaar: string) => string;
}

/** @param keys the first one encrypts, any decrypts: a new key in front is a rotation. */
export function makeAadhaarSealing({
  keys,
  indexKey,
}: {
  keys: readonly SealingKey[];
  indexKey: Buffer;
}): AadhaarSealing {
  const preparedIndexKey = createSecretKey(indexKey);
  return {
    ...makeSealing(keys),
    indexOf: (aadhaar) => createHmac('sha256', preparedIndexKey).update(aadhaar).digest('base64url'),
  };
}
