import { createApplicationId, isApplicationId } from '../rules/application-id.ts';
import { DAY_MS } from '../rules/dates.ts';

/** Widths in bits, most significant first; in total whole bytes. */
export type Layout = readonly (readonly [name: string, bits: number])[];
export type Values<Fields extends Layout> = Readonly<Record<Fields[number][0], number>>;

const BYTE = 8n;

const countBytes = (layout: Layout): number => layout.reduce((sum, [, bits]) => sum + bits, 0) / 8;

function toBits(name: string, value: number, bits: number): bigint {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 2 ** bits) {
    throw new RangeError(`${name} does not fit into ${bits} bits`);
  }
  return BigInt(value);
}

/** @throws RangeError naming the field whose value does not fit. */
export function packBits<Fields extends Layout>(layout: Fields, values: Values<Fields>): Uint8Array {
  let remaining = layout.reduce(
    (sum, [name, bits]) => (sum << BigInt(bits)) | toBits(name, values[name as keyof Values<Fields>], bits),
    0n,
  );
  const bytes = new Uint8Array(countBytes(layout));
  for (let index = bytes.length - 1; index >= 0; index -= 1, remaining >>= BYTE) {
    bytes[index] = Number(BigInt.asUintN(8, remaining));
  }
  return bytes;
}

export function unpackBits<Fields extends Layout>(layout: Fields, bytes: Uint8Array): Values<Fields> {
  let remaining = bytes.reduce((sum, byte) => (sum << BYTE) | BigInt(byte), 0n);
  const values = [...layout].reverse().map(([name, bits]) => {
    const value = Number(BigInt.asUintN(bits, remaining));
    remaining >>= BigInt(bits);
    return [name, value];
  });
  return Object.fromEntries(values) as Values<Fields>;
}

/** The QR code: 46 bytes of claims and 64 bytes of ES256 signature, in base64url 147 characters (version 9 or 10). */
export interface TicketClaims {
  readonly key: string;
  readonly application_id: string;
  readonly version: number;
  readonly exam_type: number;
  readonly exam_regular: number;
  /** The ticket's date, yyyy-mm-dd in India. */
  readonly day: string;
  readonly centre: number;
  /** 128 bits of SHA-256; the photo's are zero without a photo. */
  readonly name_hash: Uint8Array;
  readonly photo_hash: Uint8Array;
}

const SIGNATURE_BYTES = 64;
const HASH_BYTES = 16;
const CENTRE_BITS = 14;

const FORMAT = 1;
const EPOCH_DAY = '2020-01-01';
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXY';

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
export const TOKEN_LENGTH = Math.ceil(((PAYLOAD_BYTES + SIGNATURE_BYTES) * 4) / 3);

/** The first 14 bits of SHA-256 of the district's English name. */
export const toCentreCode = (sha256: Uint8Array): number =>
  (((sha256[0] ?? 0) << 8) | (sha256[1] ?? 0)) >> (16 - CENTRE_BITS);

export const truncateHash = (sha256: Uint8Array): Uint8Array => sha256.subarray(0, HASH_BYTES);

export const NO_PHOTO_HASH: Uint8Array = new Uint8Array(HASH_BYTES);

const countDaysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

const addDays = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10);

/** The seven letters between `ARC24-` and the check letter. */
function toApplicationNumber(applicationId: string): number {
  if (!isApplicationId(applicationId)) throw new Error('A ticket needs a valid application ID');
  return [...applicationId.slice(6, 13)].reduce(
    (sum, letter) => sum * ALPHABET.length + ALPHABET.indexOf(letter),
    0,
  );
}

function toApplicationId({ application, year }: { application: number; year: number }): string {
  const seven = new Uint8Array(7);
  for (let index = 6, rest = application; index >= 0; index -= 1, rest = Math.floor(rest / ALPHABET.length)) {
    seven[index] = rest % ALPHABET.length;
  }
  return createApplicationId(seven, `20${String(year).padStart(2, '0')}`);
}

/** The bytes to sign. @throws RangeError for a value too large for its field. */
export function encodeClaims(claims: TicketClaims): Uint8Array {
  const { key, application_id, version, exam_type, exam_regular, day, centre, name_hash, photo_hash } =
    claims;
  const fields = packBits(layout, {
    format: FORMAT,
    key: Number.parseInt(key, 16),
    year: Number(application_id.slice(3, 5)),
    application: toApplicationNumber(application_id),
    version,
    exam_type,
    exam_regular,
    day: countDaysBetween(EPOCH_DAY, day),
    centre,
  });
  return concatBytes(fields, name_hash, photo_hash);
}

/** The order of P-256's group, and half of it. Of s and n − s, which verify alike, only the lower is a token's. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
const MAX_S = ORDER / BigInt(2);

const readS = (signature: Uint8Array): bigint =>
  BigInt(`0x${toHex(signature.subarray(SIGNATURE_BYTES / 2))}`);

function lowerS(signature: Uint8Array): Uint8Array {
  const s = readS(signature);
  if (s <= MAX_S) return signature;
  const lower = (ORDER - s).toString(16).padStart(SIGNATURE_BYTES, '0');
  return concatBytes(signature.subarray(0, SIGNATURE_BYTES / 2), fromHex(lower));
}

/** One text for a ticket: the signature with the lower s. */
export const encodeToken = (payload: Uint8Array, signature: Uint8Array): string =>
  toBase64Url(concatBytes(payload, lowerS(signature)));

export interface DecodedToken {
  readonly claims: TicketClaims;
  readonly payload: Uint8Array<ArrayBuffer>;
  /** ES256: r and s, 32 bytes each. */
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** Does not check the signature. Undefined for another format, or for a signature's other form (`encodeToken`). */
export function decodeToken(token: string): DecodedToken | undefined {
  const bytes = fromBase64Url(token);
  if (bytes?.length !== PAYLOAD_BYTES + SIGNATURE_BYTES || toBase64Url(bytes) !== token) return undefined;
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  const fields = unpackBits(layout, payload.subarray(0, FIELDS_BYTES));
  const signature = bytes.subarray(PAYLOAD_BYTES);
  if (fields.format !== FORMAT || readS(signature) > MAX_S) return undefined;
  return { claims: toClaims(fields, payload), payload, signature };
}

function toClaims(fields: Values<typeof layout>, payload: Uint8Array): TicketClaims {
  const { key, version, exam_type, exam_regular, day, centre } = fields;
  return {
    key: key.toString(16).padStart(4, '0'),
    application_id: toApplicationId(fields),
    version,
    exam_type,
    exam_regular,
    day: addDays(EPOCH_DAY, day),
    centre,
    name_hash: payload.subarray(FIELDS_BYTES, FIELDS_BYTES + HASH_BYTES),
    photo_hash: payload.subarray(FIELDS_BYTES + HASH_BYTES),
  };
}

const concatBytes = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}

/** Of the ZIP that a hall opens; `HallList` is its content. */
export const HALL_LIST_FILE = 'list.jws';
export const HALL_LIST_TYPE = 'archaka-hall-list+jws';
export const toPhotoPath = (applicationId: string): string => `photos/${applicationId}.jpg`;
