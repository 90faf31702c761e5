import { centreFrom, NO_PHOTO, shortHash } from '@archaka/contracts';

type Bytes = Uint8Array<ArrayBuffer>;

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

const ofText = (text: string): Promise<Bytes> => sha256(new TextEncoder().encode(text));

export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, place) => byte === other[place]);

/** Whether the name is the one that a ticket's code stands for. */
export const isName = async (applicationId: string, name: string, hash: Uint8Array): Promise<boolean> =>
  sameBytes(shortHash(await ofText(`${applicationId}\0${name.normalize('NFC')}`)), hash);

/** Whether the photo, a JPEG as it stands on the ticket or none, is the one that a ticket's code stands for. */
export const isPhoto = async (photo: Bytes | null, hash: Uint8Array): Promise<boolean> =>
  sameBytes(photo ? shortHash(await sha256(photo)) : NO_PHOTO, hash);

/** The number by which a ticket's code names its centre district. */
export const centreCode = async (district: string): Promise<number> => centreFrom(await ofText(district));
