import type { ApplicantSession } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, findControl, openMenu, PHONE, waitForText } from './browser.ts';
import { createBrowserEnvironment } from './specification/environment.ts';

const TELUGU_NOTE = 'ఒకసారి నమోదు చేస్తే అదే తుది';
const ENGLISH_NOTE = 'Registrations are final';

const environment = createBrowserEnvironment();
const openHome = (session?: ApplicantSession) =>
  environment.open('/', { viewport: PHONE, ...(session && { session }) });

const readLanguage = (page: Page) => page.$eval('html', ({ lang }) => lang);
/** The page's main heading, its first language first. */
const readHeading = (page: Page) => page.$eval('h1', ({ textContent }) => textContent);
const readMainText = (page: Page) => page.$eval('main', ({ textContent }) => textContent);
/** A marker that a reload removes. */
const markDocument = (page: Page) => page.evaluate(() => Object.assign(globalThis, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in globalThis);

async function expectTelugu(page: Page): Promise<void> {
  await waitForText(page, TELUGU_NOTE);
  expect(await readLanguage(page)).toBe('te');
  expect(await readHeading(page)).toMatch(/^అర్చక పరీక్షలు.*Archaka examinations/);
  expect(await readMainText(page)).not.toContain(ENGLISH_NOTE);
}
async function expectEnglish(page: Page): Promise<void> {
  await waitForText(page, ENGLISH_NOTE);
  expect(await readLanguage(page)).toBe('en');
  expect(await readHeading(page)).toMatch(/^Archaka examinations.*అర్చక పరీక్షలు/);
  expect(await readMainText(page)).not.toContain(TELUGU_NOTE);
}

test('the portal shows Telugu first, changes to English without a reload, and remembers it', async () => {
  const { page, faults } = await openHome();
  await expectTelugu(page);

  await markDocument(page);
  await clickControl(page, 'English', 'header');
  await expectEnglish(page);
  expect(await isMarked(page)).toBe(true);

  await page.reload();
  await expectEnglish(page);
  await clickControl(page, 'తెలుగు', 'header');
  await expectTelugu(page);
  expect(faults.list).toEqual([]);
});

test('a chosen language makes the page shorter and is remembered; names and messages stay in both', async () => {
  const { page } = await openHome();
  await expectTelugu(page);
  await findControl(page, 'Request For OTP', 'main');
  const readHeight = () => page.evaluate(() => document.body.scrollHeight);
  const heightOfBoth = await readHeight();

  await clickControl(page, 'తెలుగు', 'header');
  await page.waitForSelector('html:not([data-both-languages])');
  expect(await readHeight()).toBeLessThan(heightOfBoth * 0.9);

  await page.reload();
  const number = await page.waitForSelector('main [name="number"]');
  const { name } = (await page.accessibility.snapshot({ ...(number && { root: number }) })) ?? {};
  expect(name).toMatch(/^మొబైల్ నంబరు.*Mobile number$/);
  expect(await page.$eval('main label .second', ({ clientWidth }) => clientWidth)).toBe(1);
  await Promise.all([waitForText(page, 'Enter The Mobile Number'), clickControl(page, 'OTP', 'main')]);
  await openMenu(page);
  await clickControl(page, 'Both languages', 'header');
  await page.waitForSelector('html[data-both-languages]');
});

test('the chosen language outlives a logout', async () => {
  const { page } = await openHome(await environment.registerApplicant());
  await clickControl(page, 'English', 'header');
  await openMenu(page);
  await clickControl(page, 'Logout', 'header');
  const navigation = page.waitForNavigation();
  await clickControl(page, 'Yes, logout !', 'dialog[open]');
  await navigation;
  await findControl(page, 'Request For OTP', 'main');
  await expectEnglish(page);
});

test('the switch is large enough for a thumb and has the same position on every page', async () => {
  const { page } = await environment.open('/', { viewport: PHONE, language: 'te' });
  const buttonCentres: { x?: number | undefined; y?: number | undefined }[] = [];
  for (const path of ['/', '/ticket', '/termsandpolicy', '/no-such-page']) {
    await page.goto(environment.portal.origin + path);
    const { x, y, width, height } =
      (await (await findControl(page, 'English', 'header')).boundingBox()) ?? {};
    expect(Math.min(width ?? 0, height ?? 0)).toBeGreaterThanOrEqual(48);
    buttonCentres.push({ x, y });
  }
  expect(buttonCentres).toEqual(buttonCentres.map(() => buttonCentres[0]));
});
