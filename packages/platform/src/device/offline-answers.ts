import { extendStoredKeys } from './device-vault.ts';
import { hashText, withOfflineDatabase } from './offline-database.ts';
import { openDeviceVault } from './open-device.ts';

/** An applicant's query whose last response is readable offline. */
export interface OfflineRequest {
  readonly userId: string;
  readonly path: string;
  readonly body: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const RETENTION_MS = 30 * DAY_MS;

const toAnswerId = ({ userId, path, body }: OfflineRequest): Promise<string> =>
  hashText(`archaka-offline\n${userId}\n${path}\n${body}`);

export async function storeAnswer(request: OfflineRequest, response: Response): Promise<void> {
  const [vault, id] = [await openDeviceVault(request.userId), await toAnswerId(request)];
  const sealed = await vault?.seal(await response.arrayBuffer(), id);
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
}

export async function findAnswer(request: OfflineRequest): Promise<Response | undefined> {
  const [vault, id] = [await openDeviceVault(request.userId), await toAnswerId(request)];
  const stored = await withOfflineDatabase((database) => database.get('answers', id));
  const bytes = stored && (await vault?.unseal(stored, id));
  return bytes && new Response(bytes, { headers: { 'content-type': stored.type } });
}
