import { hkdfSync } from 'node:crypto';
import { getDeviceKey } from '@archaka/contracts';
import { handleCall, type KeyRing, ok } from '@archaka/service-kit';
import type { SessionRepository } from '../../persistence/session-repository.ts';

const KEY_BYTES = 32;

/** Stable per user; reveals neither the secret nor another key (HKDF, RFC 5869). */
const deriveDeviceKey = (secret: string, userId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `device key\n${userId}`, KEY_BYTES));

/** A session that has just ended has no time left. */
const toSeconds = (expiry: Date | undefined): number =>
  Math.max(0, Math.floor(((expiry?.getTime() ?? 0) - Date.now()) / 1000));

export const createDeviceKeyHandler = (secrets: KeyRing, sessions: SessionRepository) =>
  handleCall(getDeviceKey, {
    handle: async ({ user }) => {
      const [key = '', ...old_keys] = secrets.map((secret) =>
        deriveDeviceKey(secret.key, user.id).toString('base64'),
      );
      const expires_in = toSeconds(await sessions.findExpiry(user.sid));
      return ok({ data: [{ key, ...(old_keys.length > 0 && { old_keys }), expires_in }] });
    },
  });
