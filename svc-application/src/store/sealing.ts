import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;

/** An encrypted Aadhaar as it is stored; base64. */
export interface Sealed {
  readonly kid: string;
  readonly iv: string;
  readonly tag: string;
  readonly ct: string;
}

/** Where a sealed value stands; it opens nowhere else. */
export interface SealedPlace {
  readonly collection: string;
  readonly id: string;
}

export interface SealingKey {
  readonly kid: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** Keeps Aadhaars unreadable in the database, and yet comparable. */
export interface AadhaarSealing {
  readonly seal: (aadhaar: string, place: SealedPlace) => Sealed;
  /** @throws when the value stood elsewhere, was changed, or its key is gone. */
  readonly open: (sealed: Sealed, place: SealedPlace) => string;
  /** Equal for equal Aadhaars; nobody without the key can try them out. */
  readonly indexOf: (aadhaar: string) => string;
}

const placeBytes = ({ collection, id }: SealedPlace) => Buffer.from(`${collection}:${id}`);

/** @param keys the first one encrypts, any decrypts: a new key in front is a rotation. */
export function makeSealing({
  keys,
  indexKey,
}: {
  keys: readonly SealingKey[];
  indexKey: Buffer;
}): AadhaarSealing {
  const [current] = keys;
  if (!current) throw new Error('no key to seal with');
  const prepared = new Map(keys.map(({ kid, key }) => [kid, createSecretKey(key)]));
  const preparedIndexKey = createSecretKey(indexKey);
  const keyOf = (kid: string): KeyObject => {
    const found = prepared.get(kid);
    if (!found) throw new Error(`key ${kid} is gone`);
    return found;
  };
  return {
    seal: (aadhaar, place) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, keyOf(current.kid), iv).setAAD(placeBytes(place));
      const ct = Buffer.concat([cipher.update(aadhaar, 'utf8'), cipher.final()]);
      return {
        kid: current.kid,
        iv: iv.toString('base64'),
        tag: cipher.getAuthTag().toString('base64'),
        ct: ct.toString('base64'),
      };
    },
    open: ({ kid, iv, tag, ct }, place) => {
      const decipher = createDecipheriv(ALGORITHM, keyOf(kid), Buffer.from(iv, 'base64'), {
        authTagLength: 16,
      })
        .setAAD(placeBytes(place))
        .setAuthTag(Buffer.from(tag, 'base64'));
      return Buffer.concat([decipher.update(Buffer.from(ct, 'base64')), decipher.final()]).toString('utf8');
    },
    indexOf: (aadhaar) => createHmac('sha256', preparedIndexKey).update(aadhaar).digest('base64url'),
  };
}
