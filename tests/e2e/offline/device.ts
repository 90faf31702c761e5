import { eventually, scaledTimeout } from '@archaka/test-kit';
import type { Page } from 'puppeteer';

interface StoredAnswer {
  /** Media type. */
  readonly type: string;
  /** Everything that can be read of it. */
  readonly text: string;
}

interface OfflineData {
  readonly hasKeys: boolean;
  readonly answers: readonly StoredAnswer[];
}

/** Reads the browser's database as a stranger at the device could. */
export const readOfflineData = (page: Page): Promise<OfflineData> =>
  page.evaluate(async () => {
    const toPromise = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'archaka-offline')) return { hasKeys: false, answers: [] };
    const opening = indexedDB.open('archaka-offline');
    // It has been deleted meanwhile.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const database = await toPromise(opening);
    const stores = database.transaction(['keys', 'answers']);
    const [keys, answers] = await Promise.all([
      toPromise(stores.objectStore('keys').count()),
      toPromise(stores.objectStore('answers').getAll()),
    ]);
    database.close();
    const toReadable = (value: unknown): unknown =>
      value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value;
    return {
      hasKeys: keys > 0,
      answers: answers.map((answer) => ({
        type: answer.type,
        text: JSON.stringify(answer, (_, value) => toReadable(value)),
      })),
    };
  });

/** Waits until the device has the portal's page, and every file that is loaded by now. */
export const waitUntilPageStored = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    async () => {
      const isFile = (url: string) =>
        /^\/(assets|slices)\/.*\.(js|css|svg|woff2)$/.test(new URL(url).pathname);
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      const needed = ['/', ...loaded.filter(isFile)];
      const stored = await Promise.all(needed.map((url) => caches.match(url, { ignoreVary: true })));
      return stored.every((response) => response !== undefined);
    },
    { timeout: scaledTimeout(20_000), polling: 200 },
  );

/** Waits until the device has the page, the session's key and so many answers of this type. */
export async function waitUntilReadableOffline(page: Page, { type, count }: { type: RegExp; count: number }) {
  await waitUntilPageStored(page);
  await eventually(
    async () => {
      const { hasKeys, answers } = await readOfflineData(page);
      return hasKeys && answers.filter((answer) => type.test(answer.type)).length >= count;
    },
    { timeoutMs: 20_000 },
  );
}
