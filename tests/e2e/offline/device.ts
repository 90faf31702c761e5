import { eventually } from '@archaka/test-kit';
import type { Page } from 'puppeteer';

interface StoredAnswer extends StoredRow {
  /** Media type. */
  readonly type: string;
}

interface OfflineData {
  readonly hasKeys: boolean;
  readonly answers: readonly StoredAnswer[];
}

export async function readOfflineData(page: Page): Promise<OfflineData> {
  const { keys, answers } = await readStoredRows(page, {
    database: 'archaka-offline',
    stores: ['keys', 'answers'],
  });
  return {
    hasKeys: keys.length > 0,
    answers: answers.map(({ text }) => ({ type: JSON.parse(text).type, text })),
  };
}

/** Waits until the device has stored the portal's page, and every loaded file. */
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
    { polling: 200 },
  );

/** Waits until the device has stored the page, the session's key and so many responses of this type. */
export async function waitUntilReadableOffline(page: Page, { type, count }: { type: RegExp; count: number }) {
  await waitUntilPageStored(page);
  await eventually(async () => {
    const { hasKeys, answers } = await readOfflineData(page);
    return hasKeys && answers.filter((answer) => type.test(answer.type)).length >= count;
  });
}

export interface StoredRow {
  /** All its readable content, as JSON. */
  readonly text: string;
}

/**
 * Reads these stores of the browser's database, like a stranger with the device.
 * @returns no rows if there is no such database
 */
export const readStoredRows = <Store extends string>(
  page: Page,
  { database, stores }: { database: string; stores: readonly Store[] },
): Promise<Record<Store, StoredRow[]>> =>
  page.evaluate(
    async (name, storeNames) => {
      const toPromise = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const toReadable = (value: unknown): unknown =>
        value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value;
      const databases = await indexedDB.databases();
      const empty = Object.fromEntries(storeNames.map((store) => [store, [] as StoredRow[]]));
      if (!databases.some((each) => each.name === name)) return empty as Record<Store, StoredRow[]>;
      const opening = indexedDB.open(name);
      // It has been deleted meanwhile.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      const opened = await toPromise(opening);
      const work = opened.transaction(storeNames);
      const found = await Promise.all(storeNames.map((store) => toPromise(work.objectStore(store).getAll())));
      opened.close();
      return Object.fromEntries(
        storeNames.map((store, index) => [
          store,
          found[index]?.map((row) => ({ text: JSON.stringify(row, (_, value) => toReadable(value)) })) ?? [],
        ]),
      ) as Record<Store, StoredRow[]>;
    },
    database,
    [...stores],
  );
