import { scaledTimeout } from '@archaka/test-kit';
import type { Page } from 'puppeteer';

const TIMEOUT_MS = scaledTimeout(60_000);

/** The texts of a file's field. */
export const readFieldText = (page: Page, name: string): Promise<string> =>
  page.$eval(`.field:has(input[name="${name}"])`, (field) => field.textContent?.replace(/\s+/g, ' ') ?? '');

/** Waits until the field shows this text. */
export async function waitForFieldText(page: Page, name: string, text: string): Promise<void> {
  const selector = `.field:has(input[name="${name}"])`;
  const isShown = (target: string, expected: string) =>
    document.querySelector(target)?.textContent?.includes(expected);
  await page.waitForFunction(isShown, { timeout: TIMEOUT_MS }, selector, text).catch(async (error) => {
    throw new Error(`'${text}' is not at ${name}, which reads: ${await readFieldText(page, name)}`, {
      cause: error,
    });
  });
}

/** Waits until the picked file of that name is stored. */
export const waitUntilStored = (page: Page, name: string, fileName: string): Promise<void> =>
  waitForFieldText(page, `${name}`, fileName).then(() =>
    page
      .waitForSelector(`.field:has(input[name="${name}"]) .file-chosen`, { timeout: TIMEOUT_MS })
      .then(() => undefined),
  );
