import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { parseKeyRing, type RingKey, SINGLE_KEY_ID } from '@archaka/contracts/key-ring';
import * as z from 'zod';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const OVERHEAD = IV_BYTES + TAG_BYTES;

/** AES-256-GCM: iv, ciphertext and tag in one. It opens with the same `aad` only. */
export function sealBox(key: KeyObject, plain: Uint8Array, aad: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(aad));
  const ciphertext = [cipher.update(plain), cipher.final()];
  return Buffer.concat([iv, ...ciphertext, cipher.getAuthTag()]);
}

/** @throws for another key or `aad`, or a changed box. */
export function openBox(key: KeyObject, box: Buffer, aad: string): Buffer {
  if (box.length < OVERHEAD) throw new Error('a sealed value is too short');
  const end = box.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, box.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(aad))
    .setAuthTag(box.subarray(end));
  return Buffer.concat([decipher.update(box.subarray(IV_BYTES, end)), decipher.final()]);
}

/** Converts bytes from the driver, which returns its Binary for a stored Buffer. Empty for none. */
export const toBuffer = (stored: Buffer | { readonly buffer: Uint8Array } | undefined): Buffer => {
  if (stored === undefined || Buffer.isBuffer(stored)) return stored ?? Buffer.alloc(0);
  return Buffer.from(stored.buffer as Uint8Array);
};

const KEY_BYTES = 32;

/** AES-256-GCM; all but `kid` in base64url. */
export interface Sealed {
  readonly kid: string;
  readonly iv: string;
  readonly tag: string;
  readonly ct: string;
}

/** A sealed value opens in its own context only. */
export interface SealingContext {
  readonly collection: string;
  readonly id: string;
}

export interface SealingKey {
  readonly kid: string;
  readonly key: Buffer;
}

export interface Sealing {
  readonly seal: (plain: string, context: SealingContext) => Sealed;
  /** @throws for another context, a changed value or a missing key. */
  readonly unseal: (sealed: Sealed, context: SealingContext) => string;
}

const field = { type: String, required: true } as const;
export const sealedFields = { kid: field, iv: field, tag: field, ct: field } as const;

/** `secret` must be long and random (HKDF-SHA256, RFC 5869). */
export const createSealingKey = (secret: string, purpose: string): SealingKey => ({
  kid: purpose,
  key: Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES)),
});

const decodeBase64Url = (text: string) => Buffer.from(text, 'base64url');
const toAad = ({ collection, id }: SealingContext): string => `${collection}:${id}`;

/** The first key seals, any key unseals, so a new first key is a rotation. */
export function createSealing(keys: readonly SealingKey[]): Sealing {
  const [current] = keys;
  if (!current) throw new Error('no key to seal with');
  const prepared = new Map(keys.map(({ kid, key }) => [kid, createSecretKey(key)]));
  const getKey = (kid: string): KeyObject => {
    const found = prepared.get(kid);
    if (!found) throw new Error(`key ${kid} is missing`);
    return found;
  };
  return {
    seal(plain, context) {
      const box = sealBox(getKey(current.kid), Buffer.from(plain), toAad(context));
      const encode = (from: number, to?: number) => box.subarray(from, to).toString('base64url');
      return {
        kid: current.kid,
        iv: encode(0, IV_BYTES),
        tag: encode(-TAG_BYTES),
        ct: encode(IV_BYTES, -TAG_BYTES),
      };
    },
    unseal({ kid, iv, tag, ct }, context) {
      const box = Buffer.concat([iv, ct, tag].map(decodeBase64Url));
      return openBox(getKey(kid), box, toAad(context)).toString('utf8');
    },
  };
}

/** The first key writes, all read. */
export type KeyRing = readonly [RingKey, ...RingKey[]];

const isRing = (keys: RingKey[]): keys is [RingKey, ...RingKey[]] => keys.length > 0;

export const keyRingVariable = (minLength: number) =>
  z.string().transform((text, context): KeyRing => {
    const keys = parseKeyRing(text);
    const kids = new Set(keys.map(({ kid }) => kid));
    if (isRing(keys) && kids.size === keys.length && keys.every(({ key }) => key.length >= minLength))
      return keys;
    context.addIssue({
      code: 'custom',
      message: `needs at least ${minLength} characters in each key, and different kids`,
    });
    return z.NEVER;
  });

/** Names the key of an index, except for a single key, whose indexes predate rotation. */
export const toKeyPrefix = (kid: string): string => (kid === SINGLE_KEY_ID ? '' : `${kid}.`);

/** Values sealed with the single secret keep their purpose-only key id. */
const toSealingKid = (purpose: string, kid: string): string =>
  kid === SINGLE_KEY_ID ? purpose : `${purpose} ${kid}`;

export const createSealingKeys = (ring: KeyRing, purpose: string): SealingKey[] =>
  ring.map(({ kid, key }) => ({ ...createSealingKey(key, purpose), kid: toSealingKid(purpose, kid) }));

export const createSecret = (): string => randomBytes(32).toString('base64');
