import { NO_PHOTO_HASH, toCentreCode, truncateHash } from '@archaka/contracts/calls';

export const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

export const decodeBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/'));

type Bytes = Uint8Array<ArrayBuffer>;

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

const hashText = (text: string): Promise<Bytes> => sha256(new TextEncoder().encode(text));

export const equalBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

export const matchesName = async (applicationId: string, name: string, hash: Uint8Array): Promise<boolean> =>
  equalBytes(truncateHash(await hashText(`${applicationId}\0${name.normalize('NFC')}`)), hash);

/** Takes the JPEG on the ticket, or null when it has none. */
export const matchesPhoto = async (photo: Bytes | null, hash: Uint8Array): Promise<boolean> =>
  equalBytes(photo ? truncateHash(await sha256(photo)) : NO_PHOTO_HASH, hash);

export const createCentreCode = async (district: string): Promise<number> =>
  toCentreCode(await hashText(district));
