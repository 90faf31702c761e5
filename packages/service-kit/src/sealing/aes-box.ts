import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
export const IV_BYTES = 12;
export const TAG_BYTES = 16;
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
