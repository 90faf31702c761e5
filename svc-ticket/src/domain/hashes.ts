import { createHash } from 'node:crypto';
import { NO_PHOTO_HASH, toCentreCode, truncateHash } from '@archaka/contracts';
import { toPrintable } from './to-printable.ts';

const sha256 = (...parts: readonly (string | Uint8Array)[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Salted with the application ID, so that names cannot be looked up. */
export const hashName = (applicationId: string, name: string): Uint8Array =>
  truncateHash(sha256(applicationId, '\0', toPrintable(name).normalize('NFC')));

/** Takes the photo's bytes as embedded in the ticket. */
export const hashPhoto = (jpeg: Buffer | undefined): Uint8Array =>
  jpeg ? truncateHash(sha256(jpeg)) : NO_PHOTO_HASH;

export const createCentreCode = (district: string): number => toCentreCode(sha256(district));
