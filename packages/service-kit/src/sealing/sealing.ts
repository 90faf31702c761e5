import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
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
const toAad = ({ collection, id }: SealingContext) => Buffer.from(`${collection}:${id}`);

/** The first key seals, any key unseals, so a new first key is a rotation. */
export function createSealing(keys: readonly SealingKey[]): Sealing {
  const [current] = keys;
  if (!current) throw new Error('no key to seal with');
  const prepared = new Map(keys.map(({ kid, key }) => [kid, createSecretKey(key)]));
  const getKey = (kid: string): KeyObject => {
    const found = prepared.get(kid);
    if (!found) throw new Error(`key ${kid} is gone`);
    return found;
  };
  return {
    seal(plain, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, getKey(current.kid), iv).setAAD(toAad(context));
      const ct = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]).toString('base64url');
      const tag = cipher.getAuthTag().toString('base64url');
      return { kid: current.kid, iv: iv.toString('base64url'), tag, ct };
    },
    unseal({ kid, iv, tag, ct }, context) {
      const decipher = createDecipheriv(ALGORITHM, getKey(kid), decodeBase64Url(iv), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(toAad(context))
        .setAuthTag(decodeBase64Url(tag));
      return Buffer.concat([decipher.update(decodeBase64Url(ct)), decipher.final()]).toString('utf8');
    },
  };
}
