import { createHash } from 'node:crypto';
import { CENTRE_BITS, HASH_BYTES } from './token.ts';

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** 128 bits that say whether a name is the one on the ticket; bound to the application, so that names cannot be looked up. */
export const nameHash = (applicationId: string, name: string): Buffer =>
  sha256(applicationId, '\0', name.normalize('NFC')).subarray(0, HASH_BYTES);

/** 128 bits of the photo's bytes as they stand in the ticket. */
export const photoHash = (jpeg: Buffer | undefined): Buffer =>
  jpeg ? sha256(jpeg).subarray(0, HASH_BYTES) : Buffer.alloc(HASH_BYTES);

/** The centre district's English name as a number of 14 bits. */
export const centreCode = (district: string): number => sha256(district).readUInt16BE() >> (16 - CENTRE_BITS);
