import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { IV_BYTES, openBox, sealBox, TAG_BYTES } from './aes-box.ts';

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
