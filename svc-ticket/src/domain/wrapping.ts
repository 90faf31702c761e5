import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts small secrets at rest: AES-256-GCM, bound to the name of what it belongs to. */
export interface Wrapping {
  wrap(plain: Buffer, name: string): Buffer;
  /** @throws when it was wrapped under another secret, for another name, or altered. */
  unwrap(wrapped: Buffer, name: string): Buffer;
}

/** `secret` has the strength of a key already: long and random. */
export function wrappingUnder(secret: string): Wrapping {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'ticket keys', 32));

  return {
    wrap(plain, name) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    unwrap(wrapped, name) {
      const tag = wrapped.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, wrapped.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
      return Buffer.concat([decipher.update(wrapped.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}
