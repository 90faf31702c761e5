import { createHash } from 'node:crypto';
import {
  NO_PHOTO_HASH,
  routes,
  type TicketClaims,
  TOKEN_LENGTH,
  toCentreCode,
  toIndianDay,
  truncateHash,
} from '@archaka/contracts';
import type { TicketRequest } from './application.ts';
import { toPrintable } from './ticket-content.ts';

const VERIFY_PATH_PREFIX = routes.verifyTicket.path.replace(':token', '');

/** Capacity of a version 10 QR code with error correction M (ISO/IEC 18004). */
const MAX_CODE_BYTES = 213;

/** A longer origin needs a denser code than an office printer prints well. */
export const MAX_ORIGIN_LENGTH = MAX_CODE_BYTES - VERIFY_PATH_PREFIX.length - TOKEN_LENGTH;

export const createVerifyUrl = (portalOrigin: string, token: string): string =>
  portalOrigin + VERIFY_PATH_PREFIX + token;

const sha256 = (bytes: string | Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/** What the code says of a ticket. @param photo the JPEG as embedded in the ticket */
export function toClaims(
  { application_id, applicationVersion }: Pick<TicketRequest, 'application_id' | 'applicationVersion'>,
  photo: Buffer | undefined,
): Omit<TicketClaims, 'key'> {
  const { snapshot, version } = applicationVersion;
  // Salted with the application ID, so that names cannot be looked up.
  const saltedName = `${application_id}\0${toPrintable(snapshot.name).normalize('NFC')}`;
  return {
    application_id,
    version,
    exam_type: snapshot.exam_type,
    exam_regular: snapshot.exam_regular,
    day: toIndianDay(new Date(snapshot.submitted_at)),
    centre: toCentreCode(sha256(snapshot.centre_district.name)),
    name_hash: truncateHash(sha256(saltedName)),
    photo_hash: photo ? truncateHash(sha256(photo)) : NO_PHOTO_HASH,
  };
}
