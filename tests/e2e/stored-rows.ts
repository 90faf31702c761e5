import type { Page } from 'puppeteer';

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
