import { getDeviceKey } from '@archaka/contracts/calls';
import { sendQuery } from '../calls/send-request.ts';
import { networkState } from '../network/network-state.tsx';
import { onNotice } from '../notices/notices.ts';
import { canReadOffline } from './browser-extras.ts';
import { type DeviceKeys, hashText, type Sealed, withOfflineDatabase } from './device-databases.ts';

/** A value sealed for one id opens for no other. */
const toAlgorithm = (iv: Uint8Array<ArrayBuffer>, id: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(id),
});

export type DeviceVault = ReturnType<typeof createDeviceVault>;

/** Seals one applicant's data on the device. */
export function createDeviceVault(userId: string) {
  const loadKeys = createDeviceKeyLoader(userId);
  void loadKeys();

  /** Undefined while the key is not loaded. */
  async function seal(bytes: BufferSource, id: string): Promise<Sealed | undefined> {
    const [key] = (await loadKeys()) ?? [];
    if (!key) return undefined;
    const iv = crypto.getRandomValues(new Uint8Array(12));
    return { iv, sealed: await crypto.subtle.encrypt(toAlgorithm(iv, id), key, bytes) };
  }

  /** Undefined for data that the keys do not open: it may belong to another session. */
  async function unseal({ iv, sealed }: Sealed, id: string): Promise<ArrayBuffer | undefined> {
    const keys = (await loadKeys()) ?? [];
    const attempts = keys.map((key) => crypto.subtle.decrypt(toAlgorithm(iv, id), key, sealed));
    return Promise.any(attempts).catch(() => undefined);
  }

  return {
    seal,
    unseal,

    async storeAnswer(request: OfflineRequest, response: Response): Promise<void> {
      const id = await toAnswerId(request);
      const sealed = await seal(await response.arrayBuffer(), id);
      if (!sealed) return;
      const type = response.headers.get('content-type') ?? '';
      await withOfflineDatabase(async (database) => {
        const { store, done } = database.transaction('answers', 'readwrite');
        const answers = await store.getAll();
        const expired = answers.filter(({ storedAt }) => storedAt < Date.now() - RETENTION_MS);
        await Promise.all(expired.map((answer) => store.delete(answer.id)));
        await store.put({ id, type, storedAt: Date.now(), ...sealed });
        await done;
      });
      await extendStoredKeys();
    },

    async findAnswer(request: OfflineRequest): Promise<Response | undefined> {
      const id = await toAnswerId(request);
      const stored = await withOfflineDatabase((database) => database.get('answers', id));
      const bytes = stored && (await unseal(stored, id));
      return bytes && new Response(bytes, { headers: { 'content-type': stored.type } });
    },
  };
}

/** Lifetime of a session on a shared device, when the service does not state it. */
const SHARED_LIFETIME_S = 30 * 60;

const importKey = (base64: string): Promise<CryptoKey> => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
};

/** Imported keys are not extractable. */
async function fetchKeys(userId: string): Promise<DeviceKeys | undefined> {
  const { data } = await sendQuery(getDeviceKey, {}, { asksToSignIn: false });
  const entry = data?.data?.[0];
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
const extendStoredKeys = (): Promise<void> =>
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

/** An applicant's query whose last response is readable offline. */
interface OfflineRequest {
  readonly userId: string;
  readonly path: string;
  readonly body: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const RETENTION_MS = 30 * DAY_MS;

const toAnswerId = ({ userId, path, body }: OfflineRequest): Promise<string> =>
  hashText(`archaka-offline\n${userId}\n${path}\n${body}`);
