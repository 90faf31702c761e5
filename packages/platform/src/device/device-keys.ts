import { getDeviceKey, toCallPath } from '@archaka/contracts/calls';
import { portalFetch } from '../calls/portal-fetch.ts';
import { networkState } from '../network/network-state.ts';
import { onNotice } from '../notices/notices.ts';
import { canReadOffline } from './offline-data.ts';
import { type DeviceKeys, hashText, withOfflineDatabase } from './offline-database.ts';

/** Milliseconds that the form waits for stored input. */
const TIMEOUT_MS = 8000;

/** Lifetime of a session on a shared device, when the service does not state it. */
const SHARED_LIFETIME_S = 30 * 60;

interface KeyEntry {
  readonly key: string;
  readonly old_keys?: readonly string[];
  /** Seconds. */
  readonly expires_in?: number;
}

const importKey = (base64: string): Promise<CryptoKey> => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
};

/** Bypasses the store, from which they could be read; imported keys are not extractable. */
async function fetchKeys(userId: string): Promise<DeviceKeys | undefined> {
  const post = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout?.(TIMEOUT_MS) ?? null,
  };
  const { data } = await portalFetch(toCallPath(getDeviceKey), post, { asksToSignIn: false });
  const [entry] = ((await data?.json()) as { data?: readonly KeyEntry[] } | undefined)?.data ?? [];
  if (!entry) return undefined;
  const { key, old_keys = [], expires_in = SHARED_LIFETIME_S } = entry;
  const keys: DeviceKeys = [await importKey(key), ...(await Promise.all(old_keys.map(importKey)))];
  if (canReadOffline()) await storeKeys(userId, keys, expires_in * 1000).catch(() => undefined);
  return keys;
}

async function storeKeys(userId: string, keys: DeviceKeys, lifetimeMs: number): Promise<void> {
  const stored = { owner: await hashText(userId), keys, lifetimeMs, usedAt: Date.now() };
  await withOfflineDatabase((database) => database.put('keys', stored, 'current'));
}

/** The stored keys of a session that has not ended as far as the device knows. */
async function findStoredKeys(userId: string): Promise<DeviceKeys | undefined> {
  if (!canReadOffline()) return undefined;
  const owner = await hashText(userId);
  return withOfflineDatabase(async (database) => {
    const stored = await database.get('keys', 'current');
    if (!stored || stored.owner !== owner) return undefined;
    if (Date.now() < stored.usedAt + stored.lifetimeMs) return stored.keys;
    await Promise.all([database.clear('keys'), database.clear('answers')]);
    return undefined;
  });
}

/** Extends the stored lifetime after a use of the session. */
export const extendStoredKeys = (): Promise<void> =>
  withOfflineDatabase(async (database) => {
    const { store, done } = database.transaction('keys', 'readwrite');
    const stored = await store.get('current');
    if (stored) await store.put({ ...stored, usedAt: Date.now() }, 'current');
    await done;
  });

const loadKeys = async (userId: string): Promise<DeviceKeys | undefined> =>
  (networkState.isOffline() ? await findStoredKeys(userId).catch(() => undefined) : undefined) ??
  (await fetchKeys(userId).catch(() => undefined));

/** Loads the keys once, and again after a failure; they remain usable without the session until the next one. */
export function createDeviceKeyLoader(userId: string): () => Promise<DeviceKeys | undefined> {
  let loadedKeys: DeviceKeys | undefined;
  let loading: Promise<DeviceKeys | undefined> | undefined;
  const load = async () => {
    const keys = await loadKeys(userId);
    loadedKeys = keys ?? loadedKeys;
    if (!keys) loading = undefined;
    return loadedKeys;
  };
  // The end of the previous session deleted its keys from the device.
  onNotice('signed-in', () => {
    loading = undefined;
  });
  return () => {
    loading ??= load();
    return loading;
  };
}
