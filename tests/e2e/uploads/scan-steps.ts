import type { ElementHandle, Page } from 'puppeteer';

/** Selects pictures of a paper's pages in the open dialog, and waits for the pages. */
export async function pickPictures(page: Page, paths: readonly string[]): Promise<void> {
  const input = await page.waitForSelector('dialog[open] input[type="file"][capture]');
  await (input as ElementHandle<HTMLInputElement>).uploadFile(...paths);
  await page.waitForFunction(
    (count) => document.querySelectorAll('dialog[open] .scan-page canvas').length === count,
    {},
    paths.length,
  );
}
