import { getDeviceKey } from '@archaka/contracts';
import { ok, serve } from '@archaka/service-kit';
import { deviceKey } from '../../domain/device-key.ts';

export const deviceKeyHandler = (secret: string) =>
  serve(getDeviceKey, async ({ user }) =>
    ok({ data: [{ key: deviceKey(secret, user.id).toString('base64') }] }),
  );
