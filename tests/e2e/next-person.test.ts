import { type ApplicantSession, eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { findAccessibilityViolations } from './accessibility-violations.ts';
import { fillField, signIn } from './autosave/form-page.ts';
import { clickControl, findControl, intercept, PHONE, waitForText } from './browser.ts';
import { readPdf } from './pdf.ts';
import { createBrowserEnvironment } from './specification/environment.ts';

const environment = createBrowserEnvironment();
const { origin } = environment.portal;
const DIALOG = 'dialog[open]';
const TYPED = 'Lakshmi Devi';

/** All that scripts of the portal can store on the device, a line for each; of its cached pages only whether they contain what was typed. */
const readDevice = (page: Page): Promise<string[]> =>
  page.evaluate(async (typed) => {
    const toPromise = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const lines = [
      document.cookie,
      ...Object.entries(localStorage).map((entry) => `local ${entry}`),
      ...Object.entries(sessionStorage).map((entry) => `session ${entry}`),
    ];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await toPromise(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const keys = await toPromise(database.transaction(store).objectStore(store).getAllKeys());
        lines.push(...keys.map((key) => `${name} ${store} ${key}`));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))?.text();
        if (text?.includes(typed) || /\/api\//.test(request.url)) lines.push(`cache ${request.url}`);
      }
    }
    return lines.sort();
  }, TYPED);

const isShown = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(
    (searched) =>
      document.documentElement.outerHTML.includes(searched) ||
      [...document.querySelectorAll('input, textarea')].some((control) =>
        (control as HTMLInputElement).value.includes(searched),
      ),
    text,
  );

async function registerVisitor(): Promise<ApplicantSession> {
  const session = await environment.registerApplicant();
  await session.call('logout');
  return session;
}

/** Turns the mode on at a sign-in that is left then. */
async function turnOn(page: Page): Promise<void> {
  await page.locator('main [name="number"]').fill((await registerVisitor()).person.number);
  await clickControl(page, 'Request For OTP', 'main');
  await page.locator('main label ::-p-text(I fill in for somebody)').click();
  await page.reload();
  await findControl(page, 'Request For OTP', 'main');
}

const signInOnPage = async (page: Page, { person: { number } }: ApplicantSession) => {
  await signIn(page, { origin, number, scope: 'main' });
  await page.waitForSelector('#application-form [name="aadhar"]');
};

test('a helper presses once for the next person: what was typed is sent, a slip comes, and nothing of the person stays in the browser', async () => {
  const [first, second] = [await registerVisitor(), await registerVisitor()];
  const { page, faults } = await environment.open('/', { language: 'en', viewport: PHONE });
  await turnOn(page);
  const before = await readDevice(page);
  await signInOnPage(page, first);
  const otherTab = await page.browserContext().newPage();
  await otherTab.goto(`${origin}/my-data`);
  await waitForText(otherTab, first.person.number);
  await page.bringToFront();
  await fillField(page, 'aadhar', first.person.aadhar);
  await fillField(page, 'name', TYPED);
  const cookies = (await page.browserContext().cookies()).map(({ name, value }) => `${name}=${value}`);
  expect(await readDevice(page)).not.toEqual(before);

  expect(await findAccessibilityViolations(page)).toEqual([]);
  await clickControl(page, 'Next person');
  await page.waitForSelector(`${DIALOG} dl`);

  const slip = await page.$eval(DIALOG, (dialog) => (dialog as HTMLElement).innerText);
  expect(slip).toMatch(/Not yet.*\*{6}\d{4}.*The form is not saved yet.*Select the District/s);
  for (const personal of [TYPED, first.person.name, first.person.aadhar, first.person.number])
    expect(slip).not.toContain(personal);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect((await readPdf(await page.pdf({ format: 'A4' }))).pageCount).toBe(1);
  expect(await readDevice(page)).toEqual(before);
  const { status } = await fetch(`${origin}/api/dashboard/session`, {
    method: 'POST',
    headers: { cookie: cookies.join('; ') },
  });
  expect(status).toBe(401);
  await eventually(async () => !(await isShown(otherTab, first.person.number)));

  await page.evaluate((typed) => localStorage.setItem('leftover', typed), TYPED);
  expect(await readDevice(page)).not.toEqual(before);

  await clickControl(page, 'Sign in the next person', DIALOG);
  await signInOnPage(page, second);
  await waitForText(otherTab, second.person.number);
  expect(await isShown(otherTab, first.person.number)).toBe(false);
  expect(await isShown(page, TYPED)).toBe(false);
  await page.goBack();
  expect(await isShown(page, TYPED)).toBe(false);
  expect(faults.list).toEqual([]);

  await first.signIn();
  const { body } = await first.call('getunfinishedform');
  expect(JSON.stringify(body)).toContain(TYPED);
});

test('what cannot be sent is named, and the question left keeps it', async () => {
  const session = await environment.registerApplicant();
  const { page } = await environment.open('/', {
    session,
    language: 'en',
    before: (opened) => opened.evaluateOnNewDocument(() => sessionStorage.setItem('helper', 'on')),
  });
  await intercept(page, (request) =>
    request.url().endsWith('saveunfinishedform') ? request.abort() : request.continue(),
  );
  await fillField(page, 'name', TYPED);
  await clickControl(page, 'Next person');
  await waitForText(page, 'only on this device');
  await clickControl(page, 'Cancel', DIALOG);
  expect(await isShown(page, TYPED)).toBe(true);
  expect((await session.call('session')).http).toBe(200);

  await clickControl(page, 'Next person');
  await clickControl(page, 'Yes, logout !', DIALOG);

  await waitForText(page, 'Nothing is filled in yet.');
  expect((await session.call('session')).http).toBe(401);
});
