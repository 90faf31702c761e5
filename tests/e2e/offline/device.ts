import { eventually, scaledTimeout } from '@archaka/test-kit';
import type { Page } from 'puppeteer';
import { readStoredRows, type StoredRow } from '../stored-rows.ts';

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
    { timeout: scaledTimeout(20_000), polling: 200 },
  );

/** Waits until the device has stored the page, the session's key and so many responses of this type. */
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
