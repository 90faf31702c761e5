import { scaledTimeout } from '@archaka/test-kit';
import type { Page } from 'puppeteer';

const TIMEOUT_MS = scaledTimeout(60_000);

/** What stands at a file's field. */
export const textAt = (page: Page, name: string): Promise<string> =>
  page.$eval(`.field:has(input[name="${name}"])`, (field) => field.textContent?.replace(/\s+/g, ' ') ?? '');

/** Waits until these words stand at the field. */
export async function readsAt(page: Page, name: string, words: string): Promise<void> {
  const selector = `.field:has(input[name="${name}"])`;
  const stands = (place: string, text: string) => document.querySelector(place)?.textContent?.includes(text);
  await page.waitForFunction(stands, { timeout: TIMEOUT_MS }, selector, words).catch(async (error) => {
    throw new Error(`'${words}' is not at ${name}, which reads: ${await textAt(page, name)}`, {
      cause: error,
    });
  });
}

/** Waits until the picked file of that name is stored. */
export const isStored = (page: Page, name: string, fileName: string): Promise<void> =>
  readsAt(page, `${name}`, fileName).then(() =>
    page
      .waitForSelector(`.field:has(input[name="${name}"]) .file-chosen`, { timeout: TIMEOUT_MS })
      .then(() => undefined),
  );
