import { hkdfSync } from 'node:crypto';
import { getDeviceKey } from '@archaka/contracts';
import { handleCall, type KeyRing, ok } from '@archaka/service-kit';

const KEY_BYTES = 32;

/** Stable per user; reveals neither the secret nor another key (HKDF, RFC 5869). */
const deriveDeviceKey = (secret: string, userId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `device key\n${userId}`, KEY_BYTES));

export const createDeviceKeyHandler = (secrets: KeyRing) =>
  handleCall(getDeviceKey, {
    handle: async ({ user }) => {
      const [key = '', ...old_keys] = secrets.map((secret) =>
        deriveDeviceKey(secret.key, user.id).toString('base64'),
      );
      return ok({ data: [{ key, ...(old_keys.length > 0 && { old_keys }) }] });
    },
  });
