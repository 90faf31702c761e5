import { eventually, scaledTimeout } from '@archaka/test-kit';
import type { Page } from 'puppeteer';
import { press } from '../browser.ts';

/** What lies on the device's disk of one copy. */
interface OnDisk {
  readonly keptAt: number;
  /** Everything that can be read of it. */
  readonly text: string;
}

/** Reads the browser's database as a stranger at the computer could. */
export const onDisk = (page: Page): Promise<OnDisk[]> =>
  page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((settle, fail) => {
        request.onsuccess = () => settle(request.result);
        request.onerror = () => fail(request.error);
      });
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'archaka-forms')) return [];
    const database = await done(indexedDB.open('archaka-forms'));
    const copies = await done(database.transaction('copies').objectStore('copies').getAll());
    database.close();
    const readable = (value: unknown): unknown =>
      value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value;
    return copies.map((copy) => ({
      keptAt: copy.keptAt,
      text: JSON.stringify(copy, (_, value) => readable(value)),
    }));
  });

/** Lets days go by for what is on the disk. */
export const age = (page: Page, days: number): Promise<void> =>
  page.evaluate(async (past) => {
    const opened = indexedDB.open('archaka-forms');
    await new Promise((settle) => {
      opened.onsuccess = settle;
    });
    const work = opened.result.transaction('copies', 'readwrite');
    const all = work.objectStore('copies').getAll();
    all.onsuccess = () => {
      for (const copy of all.result)
        work.objectStore('copies').put({ ...copy, keptAt: copy.keptAt - past * 24 * 60 * 60 * 1000 });
    };
    await new Promise((settle) => {
      work.oncomplete = settle;
    });
    opened.result.close();
  }, days);

/** Puts a text into a field in place of what it holds, as a paste would. */
export async function put(page: Page, field: string, text: string): Promise<void> {
  const control = await page.waitForSelector(`#application-form [name="${field}"]:not(:disabled)`);
  await control?.evaluate((element) => (element as HTMLInputElement).select());
  await page.keyboard.sendCharacter(text);
}

/** Puts a text into a field and waits until the device keeps it. */
export async function putAndKeep(page: Page, field: string, text: string): Promise<void> {
  const from = Date.now();
  await put(page, field, text);
  await eventually(async () => (await onDisk(page)).some(({ keptAt }) => keptAt >= from));
}

/** Waits until that field of the form holds this text. */
export async function holds(page: Page, field: string, text: string): Promise<void> {
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
export async function crash(page: Page): Promise<void> {
  const tab = await page.createCDPSession();
  const gone = new Promise((settle) => page.once('error', settle));
  void tab.send('Page.crash').catch(() => undefined);
  await gone;
  await page.close();
}

interface SigningIn {
  origin: string;
  number: string;
  /** Selector of where the fields are; a dialog that came over the page without. */
  within?: string;
}

export async function signIn(page: Page, { origin, number, within = 'dialog[open]' }: SigningIn) {
  const field = (name: string) => page.locator(`${within} [name="${name}"]`);
  await field('number').fill(number);
  await press(page, 'Request For OTP', within);
  await page.waitForSelector(`${within} [name="otp"]`);
  const inbox = await fetch(`${origin}/dev/inbox?number=${number}`);
  const [newest] = (await inbox.json()) as { otp: string }[];
  await field('otp').fill(newest?.otp ?? '');
  await press(page, 'Sign-In', within);
}
