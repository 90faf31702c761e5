import { scaledTimeout, startBadLine } from '@archaka/test-kit';
import type { Browser, ElementHandle, Page } from 'puppeteer';
import { intercept, openBrowser, openPhone, reads } from '../browser.ts';

const TIMEOUT_MS = scaledTimeout(20_000);

/** A browser whose only way to the portal is a line that can be cut, and whose camera sees a film. */
export interface Hall {
  readonly browser: Browser;
  /** From then on nothing answers: neither a page nor a service worker finds the portal. */
  readonly cutLine: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface CameraOf {
  readonly film: string;
  /** Whether the person at the phone lets the page have the camera. */
  readonly isAllowed?: boolean;
}

export async function openHall(origin: string, { film, isAllowed = true }: CameraOf): Promise<Hall> {
  const line = await startBadLine(origin, {});
  const browser = await openBrowser({
    flags: [
      `--host-resolver-rules=MAP ${new URL(origin).host} ${new URL(line.url).host}`,
      '--use-fake-device-for-media-stream',
      `--use-fake-ui-for-media-stream${isAllowed ? '' : '=deny'}`,
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  let isCut = false;
  const cutLine = async () => {
    if (!isCut) await line.stop();
    isCut = true;
  };
  return {
    browser,
    cutLine,
    close: async () => {
      await browser.close();
      await cutLine();
    },
  };
}

/** The scanner on a phone. */
export interface Scanner {
  readonly page: Page;
  readonly faults: { readonly list: string[] };
  readonly press: (id: string) => Promise<void>;
  readonly pick: (id: string, path: string) => Promise<void>;
  /** What the verdict says in English, large; and all that stands with it. */
  readonly verdict: () => Promise<{ readonly says: string; readonly all: string }>;
  readonly check: (address: string) => Promise<string>;
  /** Loads a file as the list and gives what is said of it. */
  readonly loadList: (path: string) => Promise<string>;
  readonly reads: (words: string) => Promise<void>;
}

/** Opens the scanner, and waits until it is ready to work without a network. */
export async function openScanner({ browser }: Hall, origin: string): Promise<Scanner> {
  const { page, faults } = await openPhone(browser);
  await page.goto(`${origin}/scan`);
  await page.waitForSelector('#ready-all.good', { timeout: TIMEOUT_MS });

  const press = async (id: string) => {
    await (await page.waitForSelector(`#${id}:not([hidden]):enabled`))?.click();
  };
  const verdict = async () => {
    await page.waitForSelector('#verdict .card', { timeout: TIMEOUT_MS });
    return page.$eval('#verdict', (shown) => ({
      says: shown.querySelector('.verdict [lang=en]')?.textContent ?? '',
      all: shown.textContent.replace(/\s+/g, ' '),
    }));
  };
  const pick = async (id: string, path: string) => {
    await ((await page.$(`#${id}`)) as ElementHandle<HTMLInputElement>).uploadFile(path);
  };
  return {
    page,
    faults,
    press,
    pick,
    verdict,
    reads: (words) => reads(page, words),
    async check(address) {
      await page.type('#address', address);
      await press('by-address button');
      const { says } = await verdict();
      await press('next');
      return says;
    },
    async loadList(path) {
      await page.$eval('#list-said', (said) => said.replaceChildren());
      await pick('list-file', path);
      await page.waitForFunction(
        () => {
          const said = document.querySelector('#list-said')?.textContent;
          return said && !said.includes('Loading');
        },
        { timeout: TIMEOUT_MS },
      );
      return page.$eval('#list-said', (said) =>
        [...said.querySelectorAll('[lang=en]')].map(({ textContent }) => textContent).join(' '),
      );
    },
  };
}

/** Requests whose path begins so are never answered. */
export async function neverAnswer(page: Page, path: string): Promise<void> {
  await intercept(page, (request) => {
    if (!new URL(request.url()).pathname.startsWith(path)) void request.continue();
  });
}
