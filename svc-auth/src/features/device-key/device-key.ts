import { getDeviceKey } from '@archaka/contracts';
import { handleCall, type KeyRing, ok } from '@archaka/service-kit';
import { deriveDeviceKey } from '../../domain/device-key.ts';

export const createDeviceKeyHandler = (secrets: KeyRing) =>
  handleCall(getDeviceKey, async ({ user }) => {
    const [key = '', ...old_keys] = secrets.map((secret) =>
      deriveDeviceKey(secret.key, user.id).toString('base64'),
    );
    return ok({ data: [{ key, ...(old_keys.length > 0 && { old_keys }) }] });
  });
