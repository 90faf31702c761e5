import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** AES-256-GCM output, each part in base64url. */
export interface SealedKey {
  readonly iv: string;
  readonly tag: string;
  readonly ct: string;
}

const wrappingKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'session signing keys', 32));

/** Seals a private key for storage, bound to its key id. */
export function sealKey(secret: string, kid: string, plain: string): SealedKey {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(secret), iv).setAAD(Buffer.from(kid));
  const ct = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return {
    iv: iv.toString('base64url'),
    tag: cipher.getAuthTag().toString('base64url'),
    ct: ct.toString('base64url'),
  };
}

/** Opens what sealKey made; throws when secret, key id or content differ. */
export function openKey(secret: string, kid: string, { iv, tag, ct }: SealedKey): string {
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey(secret), bytes(iv), { authTagLength: 16 })
    .setAAD(Buffer.from(kid))
    .setAuthTag(bytes(tag));
  return Buffer.concat([decipher.update(bytes(ct)), decipher.final()]).toString('utf8');
}
