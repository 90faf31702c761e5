import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/** The user's own key, always the same, and of no use for guessing the secret or another's key (HKDF, RFC 5869). */
export const deriveDeviceKey = (secret: string, userId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `device key\n${userId}`, KEY_BYTES));
