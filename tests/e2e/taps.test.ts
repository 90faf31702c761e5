import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildApplicant,
  buildPdf,
  buildPhoto,
  eventually,
  getSharedPortal,
  scaledTimeout,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import {
  chooseOption,
  clickControl,
  openBrowser,
  openPhone,
  pickFile,
  tickBox,
  typeInto,
  waitForText,
} from './browser.ts';

const MAX_TAPS = 35;

const person = buildApplicant({ name: 'శ్రీనివాసాచార్యులు' });
const portal = getSharedPortal();
let browser: Browser;
let folder: string;

beforeAll(async () => {
  [browser, folder] = await Promise.all([openBrowser(), mkdtemp(join(tmpdir(), 'papers-'))]);
  await Promise.all([
    writeFile(join(folder, 'birth.pdf'), buildPdf()),
    buildPhoto('jpeg', 1200, 1600).then((picture) => writeFile(join(folder, 'me.jpg'), picture)),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opening a list or a file picker, and choosing in it. */
const TAPS_TO_CHOOSE = 2;

/** A finger on a phone: counts every touch that is not typing. */
function createFinger(page: Page) {
  const taps: string[] = [];
  const hasFocus = (name: string) =>
    page.evaluate((name) => document.activeElement?.getAttribute('name') === name, name);
  const count = (what: string, times = 1) => taps.push(...Array<string>(times).fill(what));
  return {
    taps,
    tap: async (text: string, scope?: string) => {
      count(text);
      await clickControl(page, text, scope);
    },
    /** Touches the field first, unless the focus came to it by itself. */
    type: async (name: string, text: string, scope?: string) => {
      if (!(await hasFocus(name))) count(name);
      await typeInto(page, name, text, scope);
    },
    typeDate: async (name: string, keys: string) => {
      if (!(await hasFocus(name))) count(name);
      await page.type(`[name="${name}"]`, keys);
    },
    choose: async (name: string, value: string) => {
      count(name, TAPS_TO_CHOOSE);
      await chooseOption(page, name, value);
    },
    tick: async (name: string, value: string) => {
      count(name);
      await tickBox(page, name, value);
    },
    pick: async (name: string, file: string) => {
      count(name, TAPS_TO_CHOOSE);
      await pickFile(page, name, join(folder, file));
    },
    waitForFocus: (name: string) =>
      page.waitForFunction((name) => document.activeElement?.getAttribute('name') === name, {}, name),
  };
}
type Finger = ReturnType<typeof createFinger>;

async function readOtp(): Promise<string> {
  const response = await fetch(`${portal.origin}/dev/inbox?number=${person.number}`);
  const [newest] = (await response.json()) as { otp: string }[];
  return newest?.otp ?? '';
}

async function signUp(finger: Finger): Promise<void> {
  await finger.tap('Sign-Up');
  await finger.waitForFocus('name');
  await finger.type('name', person.name, 'dialog');
  await finger.type('email', `a${person.number}@example.in`, 'dialog');
  await finger.type('number', person.number, 'dialog');
  await finger.type('address', '1-2-3, Temple Street', 'dialog');
  await finger.type('devasthanam', 'Sri Venkateswara temple', 'dialog');
  await finger.type('landmark', 'Tank', 'dialog');
  await finger.type('town', 'Tirupati', 'dialog');
  await finger.type('pincode', '517501', 'dialog');
  await finger.tap('Sign-Up', 'dialog');
}

async function signIn(page: Page, finger: Finger): Promise<void> {
  await finger.waitForFocus('number');
  await finger.tap('Request For OTP');
  await waitForText(page, 'OTP Sent');
  await finger.waitForFocus('otp');
  await finger.type('otp', await readOtp());
  const navigation = page.waitForNavigation();
  await finger.tap('Sign-In', 'main');
  await navigation;
}

async function fillForm(page: Page, finger: Finger): Promise<void> {
  await finger.tap('Apply', '#status');
  await finger.waitForFocus('aadhar');
  await finger.type('aadhar', person.aadhar);
  await finger.type('name', person.name);
  await finger.type('father_name', 'వేంకట శర్మ');
  await finger.typeDate('dob', '05171990');
  await finger.type('postal_address', '4-12, Temple Street');
  await finger.choose('district', 'Tirupati');
  const mandal = await eventually(() =>
    page.$eval('select[name="mandal"]', (list) => (list as HTMLSelectElement).options[1]?.value),
  );
  await finger.choose('mandal', mandal);
  await finger.tick('exam_type', '1');
  await finger.tick('exam_regular', '1');
  await finger.choose('centre_district', 'Guntur');
  await finger.choose('agamamu', 'వైఖానస');
  await finger.pick('birthcertificate', 'birth.pdf');
  await finger.pick('image', 'me.jpg');
  await eventually(async () => (await page.$$('.file-chosen')).length === 2);
}

async function pay(page: Page, finger: Finger): Promise<void> {
  await finger.tap('Confirm to Pay');
  await finger.tap('Pay now');
  await finger.tap('Pay', '#checkout');
  await page.waitForFunction(() => location.pathname === '/paymentstatus', {
    timeout: scaledTimeout(20_000),
  });
}

test(`takes at most ${MAX_TAPS} taps from sign-up to the hall ticket`, async () => {
  const { page } = await openPhone(browser);
  await page.goto(portal.origin);
  const finger = createFinger(page);
  await signUp(finger);
  await signIn(page, finger);
  await fillForm(page, finger);
  await pay(page, finger);
  const ticket = await page.waitForSelector('a[href^="/api/tickets/"]', { timeout: scaledTimeout(20_000) });
  expect(await ticket?.evaluate(({ textContent }) => textContent)).toContain('Hall ticket');
  // The last tap is on the ticket.
  expect([...finger.taps, 'Hall ticket'].length).toBeLessThanOrEqual(MAX_TAPS);
});
