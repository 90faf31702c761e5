import type { ElementHandle, Page } from 'puppeteer';
import { intercept, openPhone, waitForText } from '../browser.ts';
import { openSeverableBrowser, type SeverableBrowser } from '../severable-browser.ts';

/** A browser with a severable connection, whose camera plays a film if the page gets the permission. */
export const openHall = (
  origin: string,
  { video, isAllowed = true }: { video: string; isAllowed?: boolean },
) =>
  openSeverableBrowser(origin, {
    flags: [
      '--use-fake-device-for-media-stream',
      `--use-fake-ui-for-media-stream${isAllowed ? '' : '=deny'}`,
      `--use-file-for-fake-video-capture=${video}`,
    ],
  });

/** The scanner on a phone. */
export type Scanner = Awaited<ReturnType<typeof openScanner>>;

/** Opens the scanner, and waits until it works without a network. */
export async function openScanner({ browser }: SeverableBrowser, origin: string) {
  const { page, faults } = await openPhone(browser, { serviceWorker: true });
  await page.goto(`${origin}/scan`);
  await page.waitForSelector('#ready-all.good');

  const clickButton = async (id: string) => {
    await (await page.waitForSelector(`#${id}:not([hidden]):enabled`))?.click();
  };
  /** The English headline of the result, and all of its text. */
  const readVerification = async () => {
    await page.waitForSelector('#verdict .card');
    return page.$eval('#verdict', (element) => ({
      heading: element.querySelector('.verdict [lang=en]')?.textContent ?? '',
      text: element.textContent.replace(/\s+/g, ' '),
    }));
  };
  const pickFile = async (id: string, path: string) => {
    await ((await page.$(`#${id}`)) as ElementHandle<HTMLInputElement>).uploadFile(path);
  };
  return {
    page,
    faults,
    clickButton,
    pickFile,
    readVerification,
    waitForText: (expected: string) => waitForText(page, expected),
    async checkAddress(address: string) {
      await page.type('#address', address);
      await clickButton('by-address button');
      const { heading } = await readVerification();
      await clickButton('next');
      return heading;
    },
    /** Loads a file as the list and returns the message. */
    async loadList(path: string) {
      await page.$eval('#list-said', (message) => message.replaceChildren());
      await pickFile('list-file', path);
      await page.waitForFunction(() => {
        const messageText = document.querySelector('#list-said')?.textContent;
        return messageText && !messageText.includes('Loading');
      });
      return page.$eval('#list-said', (message) =>
        [...message.querySelectorAll('[lang=en]')].map(({ textContent }) => textContent).join(' '),
      );
    },
  };
}

/** Holds requests with this path prefix without a response. */
export async function blockRequests(page: Page, path: string): Promise<void> {
  await intercept(page, (request) => {
    if (!new URL(request.url()).pathname.startsWith(path)) void request.continue();
  });
}
