import { eventually, scaledTimeout } from '@archaka/test-kit';
import type { Page } from 'puppeteer';
import { clickControl } from '../browser.ts';

/** What lies on the device's disk of one copy. */
interface StoredCopy {
  readonly keptAt: number;
  /** Everything that can be read of it. */
  readonly text: string;
}

/** Reads the browser's database as a stranger at the computer could. */
export const readStoredCopies = (page: Page): Promise<StoredCopy[]> =>
  page.evaluate(async () => {
    const toPromise = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'archaka-forms')) return [];
    const database = await toPromise(indexedDB.open('archaka-forms'));
    const copies = await toPromise(database.transaction('copies').objectStore('copies').getAll());
    database.close();
    const toReadable = (value: unknown): unknown =>
      value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value;
    return copies.map((copy) => ({
      keptAt: copy.keptAt,
      text: JSON.stringify(copy, (_, value) => toReadable(value)),
    }));
  });

/** Lets days go by for what is on the disk. */
export const ageStoredCopies = (page: Page, days: number): Promise<void> =>
  page.evaluate(async (days) => {
    const opened = indexedDB.open('archaka-forms');
    await new Promise((resolve) => {
      opened.onsuccess = resolve;
    });
    const work = opened.result.transaction('copies', 'readwrite');
    const all = work.objectStore('copies').getAll();
    all.onsuccess = () => {
      for (const copy of all.result)
        work.objectStore('copies').put({ ...copy, keptAt: copy.keptAt - days * 24 * 60 * 60 * 1000 });
    };
    await new Promise((resolve) => {
      work.oncomplete = resolve;
    });
    opened.result.close();
  }, days);

/** Puts a text into a field in place of what it holds, as a paste would. */
export async function fillField(page: Page, field: string, text: string): Promise<void> {
  const control = await page.waitForSelector(`#application-form [name="${field}"]:not(:disabled)`);
  await control?.evaluate((element) => (element as HTMLInputElement).select());
  await page.keyboard.sendCharacter(text);
}

/** Puts a text into a field and waits until the device keeps it. */
export async function fillAndWaitForAutosave(page: Page, field: string, text: string): Promise<void> {
  const startedAt = Date.now();
  await fillField(page, field, text);
  await eventually(async () => (await readStoredCopies(page)).some(({ keptAt }) => keptAt >= startedAt));
}

/** Waits until that field of the form holds this text. */
export async function expectFieldValue(page: Page, field: string, text: string): Promise<void> {
  const selector = `#application-form [name="${field}"]`;
  try {
    await page.waitForFunction(
      (control, expected) => document.querySelector<HTMLInputElement>(control)?.value === expected,
      { timeout: scaledTimeout(15_000) },
      selector,
      text,
    );
  } catch (cause) {
    const value = await page
      .$eval(selector, (control) => (control as HTMLInputElement).value)
      .catch(() => '–');
    throw new Error(`${field} is not '${text}' but '${value}'`, { cause });
  }
}

/** The tab dies as if its process had been killed: nothing of the page gets to run any more. */
export async function crashPage(page: Page): Promise<void> {
  const tab = await page.createCDPSession();
  const crashed = new Promise((resolve) => page.once('error', resolve));
  void tab.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

interface SignInOptions {
  origin: string;
  number: string;
  /** Selector of where the fields are; a dialog that came over the page without. */
  scope?: string;
}

export async function signIn(page: Page, { origin, number, scope = 'dialog[open]' }: SignInOptions) {
  const field = (name: string) => page.locator(`${scope} [name="${name}"]`);
  await field('number').fill(number);
  await clickControl(page, 'Request For OTP', scope);
  await page.waitForSelector(`${scope} [name="otp"]`);
  const devSms = await fetch(`${origin}/dev/inbox?number=${number}`);
  const [newest] = (await devSms.json()) as { otp: string }[];
  await field('otp').fill(newest?.otp ?? '');
  await clickControl(page, 'Sign-In', scope);
}
