import { type ApplicantSession, buildApplicationForm, eventually } from '@archaka/test-kit';
import type { Page } from 'puppeteer';
import { clickControl } from '../browser.ts';
import { readStoredRows, type StoredRow } from '../offline/device.ts';

/** The stored row of one copy on the device. */
interface StoredCopy extends StoredRow {
  readonly keptAt: number;
}

export async function readStoredCopies(page: Page): Promise<StoredCopy[]> {
  const { copies } = await readStoredRows(page, { database: 'archaka-forms', stores: ['copies'] });
  return copies.map(({ text }) => ({ keptAt: JSON.parse(text).keptAt, text }));
}

/** Ages the stored copies by days. */
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

/** Replaces the text of a field, like a paste. */
export async function fillField(page: Page, field: string, text: string): Promise<void> {
  const control = await page.waitForSelector(`#application-form [name="${field}"]:not(:disabled)`);
  await control?.evaluate((element) => (element as HTMLInputElement).select());
  await page.keyboard.sendCharacter(text);
}

/** Replaces the text of a field and waits until the device has stored it. */
export async function fillAndWaitForAutosave(page: Page, field: string, text: string): Promise<void> {
  const startedAt = Date.now();
  await fillField(page, field, text);
  await eventually(async () => (await readStoredCopies(page)).some(({ keptAt }) => keptAt >= startedAt));
}

/** Waits until that field of the form contains this text. */
export async function expectFieldValue(page: Page, field: string, text: string): Promise<void> {
  const selector = `#application-form [name="${field}"]`;
  try {
    await page.waitForFunction(
      (control, expected) => document.querySelector<HTMLInputElement>(control)?.value === expected,
      {},
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

/** Turns the copy at the service off: what is found again was on the device. */
export const storeOnDeviceOnly = (session: ApplicantSession) =>
  session.call('deleteunfinishedform', { turn_off: true });

/** What the service holds of the form as typed. */
export const readUnfinished = async (session: ApplicantSession) =>
  (await session.call('getunfinishedform')).body.data[0] as unknown as {
    readonly revision: number;
    readonly form?: Readonly<Record<string, unknown>>;
  };

/** Types like another device. */
export const saveAsTyped = async (session: ApplicantSession, form: object) => {
  const { revision } = await readUnfinished(session);
  await session.call('saveunfinishedform', { form, revision, draft_version: 0 });
};

/** Crashes the tab like a kill of its process: no code of the page runs any more. */
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

/** Saves a complete draft of the applicant from another device. */
export async function saveDraft(
  session: ApplicantSession,
  own: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await session.call('saveapplicationform', await buildApplicationForm(session.person, own));
  return String(body.data[0]?.application_id);
}
