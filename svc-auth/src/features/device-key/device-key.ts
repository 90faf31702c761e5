import { getDeviceKey } from '@archaka/contracts';
import { type KeyRing, ok, serve } from '@archaka/service-kit';
import { deviceKey } from '../../domain/device-key.ts';

export const deviceKeyHandler = (secrets: KeyRing) =>
  serve(getDeviceKey, async ({ user }) => {
    const [key = '', ...old_keys] = secrets.map((secret) =>
      deviceKey(secret.key, user.id).toString('base64'),
    );
    return ok({ data: [{ key, ...(old_keys.length > 0 && { old_keys }) }] });
  });
