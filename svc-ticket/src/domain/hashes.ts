import { createHash } from 'node:crypto';
import { centreFrom, NO_PHOTO, shortHash } from '@archaka/contracts';
import { printable } from './printable.ts';

const sha256 = (...parts: readonly (string | Uint8Array)[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Says whether a name is the one printed on the ticket; bound to the application, so that names cannot be looked up. */
export const nameHash = (applicationId: string, name: string): Uint8Array =>
  shortHash(sha256(applicationId, '\0', printable(name).normalize('NFC')));

/** Of the photo's bytes as they stand in the ticket. */
export const photoHash = (jpeg: Buffer | undefined): Uint8Array =>
  jpeg ? shortHash(sha256(jpeg)) : NO_PHOTO;

export const centreCode = (district: string): number => centreFrom(sha256(district));
