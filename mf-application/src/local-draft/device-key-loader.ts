import { getDeviceKey, toCallPath } from '@archaka/contracts';
import { portalFetch } from '@archaka/platform';

/** The form does not wait longer for what was kept. */
const TIMEOUT_MS = 8000;

/** The first one seals, any opens: the secret that they come from may have been replaced since. */
export type DeviceKeys = readonly [CryptoKey, ...CryptoKey[]];

type KeysResponse = { data?: readonly { key: string; old_keys?: readonly string[] }[] };

const importKey = (base64: string): Promise<CryptoKey> => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
};

/** Not by way of the store, where they would stay to be read; imported keys cannot be written down again. */
async function fetchKeys(): Promise<DeviceKeys | undefined> {
  const post = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout?.(TIMEOUT_MS) ?? null,
  };
  const { data } = await portalFetch(toCallPath(getDeviceKey), post, { asksToSignIn: false });
  const [entry] = ((await data?.json()) as KeysResponse | undefined)?.data ?? [];
  if (!entry) return undefined;
  const { key, old_keys = [] } = entry;
  return Promise.all([importKey(key), ...old_keys.map(importKey)]);
}

/** The signed-in applicant's keys, asked for once and again only where they did not come; good without the session then. */
export function createDeviceKeyLoader(): () => Promise<DeviceKeys | undefined> {
  let pendingKeys: Promise<DeviceKeys | undefined> | undefined;
  return async () => {
    pendingKeys ??= fetchKeys().catch(() => undefined);
    const keys = await pendingKeys;
    if (!keys) pendingKeys = undefined;
    return keys;
  };
}
