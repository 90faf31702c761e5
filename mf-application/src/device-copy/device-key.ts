import { getDeviceKey, pathOf } from '@archaka/contracts';
import { portalFetch } from '@archaka/platform';

/** The form does not wait longer for what was kept. */
const PATIENCE_MS = 8000;

/** The first one seals, any opens: the secret that they come from may have been replaced since. */
export type DeviceKeys = readonly [CryptoKey, ...CryptoKey[]];

type Answer = { data?: readonly { key: string; old_keys?: readonly string[] }[] };

const importKey = (base64: string): Promise<CryptoKey> => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
};

/** Not by way of the store, where they would stay to be read; imported keys cannot be written down again. */
async function askKeys(): Promise<DeviceKeys | undefined> {
  const post = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(PATIENCE_MS),
  };
  const { data } = await portalFetch(pathOf(getDeviceKey), post, { asksToSignIn: false });
  const [given] = ((await data?.json()) as Answer | undefined)?.data ?? [];
  if (!given) return undefined;
  const { key, old_keys = [] } = given;
  return Promise.all([importKey(key), ...old_keys.map(importKey)]);
}

/** The signed-in applicant's keys, asked for once and again only where they did not come; good without the session then. */
export function deviceKeys(): () => Promise<DeviceKeys | undefined> {
  let asked: Promise<DeviceKeys | undefined> | undefined;
  return async () => {
    asked ??= askKeys().catch(() => undefined);
    const keys = await asked;
    if (!keys) asked = undefined;
    return keys;
  };
}
