import { applicationIdFrom, isApplicationId } from '@archaka/contracts';
import { packBits, unpackBits, type Values } from './bits.ts';
import { dayAfter, daysBetween } from './indian-date.ts';

/**
 * What stands in a ticket's QR code. 46 bytes that say what the ticket is for, then 64 bytes of ES256
 * signature over them: 110 bytes, 147 characters of base64url, a code of version 9 or 10.
 */
export interface TicketClaims {
  /** Four hexadecimal digits. */
  readonly key: string;
  readonly application_id: string;
  readonly version: number;
  readonly exam_type: number;
  readonly exam_regular: number;
  /** The ticket's date, yyyy-mm-dd in India. */
  readonly day: string;
  /** `centreCode` of the centre district. */
  readonly centre: number;
  /** 128 bits of SHA-256; of the photo all zeros when there is none on the ticket. */
  readonly name_hash: Buffer;
  readonly photo_hash: Buffer;
}

const SIGNATURE_BYTES = 64;
export const HASH_BYTES = 16;
export const CENTRE_BITS = 14;

const FORMAT = 1;
const DAY_ONE = '2020-01-01';
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXY';

const layout = [
  ['format', 4],
  ['key', 16],
  ['year', 7],
  ['application', 35],
  ['version', 16],
  ['exam_type', 4],
  ['exam_regular', 2],
  ['day', 14],
  ['centre', CENTRE_BITS],
] as const;
const FIELDS_BYTES = 14;
const PAYLOAD_BYTES = FIELDS_BYTES + 2 * HASH_BYTES;

/** The seven letters before the check letter of `ARC24-…`, as one number. */
function numberOf(applicationId: string): number {
  if (!isApplicationId(applicationId)) throw new Error('A ticket needs a valid application ID');
  return [...applicationId.slice(6, 13)].reduce(
    (sum, letter) => sum * LETTERS.length + LETTERS.indexOf(letter),
    0,
  );
}

function applicationIdOf({ application, year }: { application: number; year: number }): string {
  const seven = new Uint8Array(7);
  for (let place = 6, rest = application; place >= 0; place -= 1, rest = Math.floor(rest / LETTERS.length)) {
    seven[place] = rest % LETTERS.length;
  }
  return applicationIdFrom(seven, `20${String(year).padStart(2, '0')}`);
}

/**
 * The bytes that are signed.
 * @throws RangeError when a value is too large for its place.
 */
export function packClaims(claims: TicketClaims): Buffer {
  const { key, application_id, version, exam_type, exam_regular, day, centre, name_hash, photo_hash } =
    claims;
  const fields = packBits(layout, {
    format: FORMAT,
    key: Number.parseInt(key, 16),
    year: Number(application_id.slice(3, 5)),
    application: numberOf(application_id),
    version,
    exam_type,
    exam_regular,
    day: daysBetween(DAY_ONE, day),
    centre,
  });
  return Buffer.concat([fields, name_hash, photo_hash]);
}

export const writeToken = (payload: Buffer, signature: Buffer): string =>
  Buffer.concat([payload, signature]).toString('base64url');

/** Takes a token apart, without checking its signature; undefined when it is not in the form of one. */
export function readToken(
  token: string,
): { claims: TicketClaims; payload: Buffer; signature: Buffer } | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== PAYLOAD_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token)
    return undefined;
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  const fields = unpackBits(layout, payload.subarray(0, FIELDS_BYTES));
  if (fields.format !== FORMAT) return undefined;
  return { claims: claimsFrom(fields, payload), payload, signature: bytes.subarray(PAYLOAD_BYTES) };
}

function claimsFrom(fields: Values<typeof layout>, payload: Buffer): TicketClaims {
  const { key, version, exam_type, exam_regular, day, centre } = fields;
  return {
    key: key.toString(16).padStart(4, '0'),
    application_id: applicationIdOf(fields),
    version,
    exam_type,
    exam_regular,
    day: dayAfter(DAY_ONE, day),
    centre,
    name_hash: payload.subarray(FIELDS_BYTES, FIELDS_BYTES + HASH_BYTES),
    photo_hash: payload.subarray(FIELDS_BYTES + HASH_BYTES),
  };
}
