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
import { findAccessibilityViolations } from './accessibility-violations.ts';
import {
  chooseOption,
  clickControl,
  type Faults,
  openBrowser,
  openMenu,
  openPhone,
  pickFile,
  tickBox,
  typeInto,
  waitForText,
} from './browser.ts';
import { readPdf } from './read-pdf.ts';

const person = buildApplicant({ name: 'శ్రీనివాసాచార్యులు' });

const portal = getSharedPortal();
let browser: Browser;
let page: Page;
let faults: Faults;
let filesFolder: string;

beforeAll(async () => {
  [browser, filesFolder] = await Promise.all([openBrowser(), mkdtemp(join(tmpdir(), 'papers-'))]);
  ({ page, faults } = await openPhone(browser, { startup: true }));
  await Promise.all([
    writeFile(join(filesFolder, 'birth.pdf'), buildPdf()),
    buildPhoto('jpeg', 1200, 1600).then((picture) => writeFile(join(filesFolder, 'me.jpg'), picture)),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await rm(filesFolder, { recursive: true, force: true });
});

async function readOtp(): Promise<string> {
  const response = await fetch(`${portal.origin}/dev/inbox?number=${person.number}`);
  const [newest] = (await response.json()) as { otp: string }[];
  return newest?.otp ?? '';
}

async function signUp() {
  await clickControl(page, 'Sign-Up');
  await page.waitForSelector('dialog[open]');
  const formValues = {
    name: person.name,
    email: `a${person.number}@example.in`,
    address: '1-2-3, Temple Street',
    devasthanam: 'Sri Venkateswara temple',
    landmark: 'Tank',
    town: 'Tirupati',
    pincode: '517501',
  };
  for (const [name, text] of Object.entries(formValues))
    await page.locator(`dialog [name="${name}"]`).fill(text);
  await page.locator('dialog [name="number"]').fill(person.number);
  await page.locator('dialog button[type="submit"]').click();
  await waitForText(page, 'Sign-Up Success');
}

async function signIn() {
  await typeInto(page, 'number', person.number);
  await clickControl(page, 'Request For OTP');
  await waitForText(page, 'OTP Sent');
  await typeInto(page, 'otp', await readOtp());
  const navigation = page.waitForNavigation();
  await clickControl(page, 'Sign-In');
  await waitForText(page, 'Login Success');
  await navigation;
}

async function fillForm() {
  await page.waitForSelector('[name="aadhar"]');
  await typeInto(page, 'aadhar', person.aadhar);
  await typeInto(page, 'name', person.name);
  await typeInto(page, 'father_name', 'వేంకట శర్మ');
  // Month, day and year, as the browser's own language asks for them.
  await page.type('[name="dob"]', '05171990');
  await typeInto(page, 'postal_address', '4-12, Temple Street');
  await chooseOption(page, 'district', 'Tirupati');
  const mandal = await eventually(() =>
    page.$eval('select[name="mandal"]', (list) => (list as HTMLSelectElement).options[1]?.value),
  );
  await chooseOption(page, 'mandal', mandal);
  await tickBox(page, 'exam_type', '1');
  await tickBox(page, 'exam_regular', '1');
  await chooseOption(page, 'centre_district', 'Guntur');
  await chooseOption(page, 'agamamu', 'వైఖానస');
  await pickFile(page, 'birthcertificate', join(filesFolder, 'birth.pdf'));
  await pickFile(page, 'image', join(filesFolder, 'me.jpg'));
  await eventually(async () => (await page.$$('.file-chosen')).length === 2);
}

async function downloadTicket(): Promise<Buffer> {
  const address = await page.$eval('a[href^="/api/tickets/"]', (link) => (link as HTMLAnchorElement).href);
  const bytes = await page.evaluate(async (url) => {
    const response = await fetch(url);
    return {
      type: response.headers.get('content-type'),
      content: [...new Uint8Array(await response.arrayBuffer())],
    };
  }, address);
  expect(bytes.type).toBe('application/pdf');
  return Buffer.from(bytes.content);
}

test('a newcomer applies, pays and downloads the ticket on a phone [S-1.1] [S-4.20]', async () => {
  await page.goto(portal.origin);
  await signUp();
  await signIn();

  await fillForm();
  const navigation = page.waitForNavigation();
  await clickControl(page, 'Save');
  await waitForText(page, 'Successfully Saved');
  await navigation;
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[name="father_name"]')?.value === 'వేంకట శర్మ',
  );
  expect(await page.$eval('[name="aadhar"]', (input) => (input as HTMLInputElement).value)).toContain(
    person.aadhar,
  );
  expect(await page.$$('.file-chosen')).toHaveLength(2);

  expect(await findAccessibilityViolations(page)).toEqual([]);
  await clickControl(page, 'Confirm to Pay');
  const checkoutRequest = page.waitForRequest((request) => request.url().endsWith('/v1/checkout/embedded'));
  const paymentCheck = page.waitForRequest(
    (request) => request.url().endsWith('/checkpaynumberandaadhar') && request.method() === 'POST',
  );
  await clickControl(page, 'Pay now');
  expect((await paymentCheck).headers()['x-order-id']).toMatch(/^order_/);
  const fields = new URLSearchParams((await checkoutRequest).postData());
  expect([...fields.keys()].sort()).toEqual([
    'amount',
    'callback_url',
    'cancel_url',
    'description',
    'key_id',
    'name',
    'order_id',
    'prefill[contact]',
  ]);

  await page.waitForSelector('#pay');
  await page.click('#pay');
  await page.waitForFunction(() => location.pathname === '/paymentstatus', {
    timeout: scaledTimeout(20_000),
  });
  await waitForText(page, 'Success');

  await clickControl(page, 'Application History');
  await waitForText(page, 'Success');
  await waitForText(page, `ARC24-`);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await clickControl(page, 'View');
  await page.waitForSelector('dialog[open]');
  await waitForText(page, `**** **** ${person.aadhar.slice(-4)}`);
  expect(await page.$eval('dialog[open]', (dialog) => dialog.textContent)).not.toContain(person.aadhar);
  await page.keyboard.press('Escape');

  await page.waitForSelector('a[href^="/api/tickets/"]', { timeout: scaledTimeout(20_000) });
  const ticket = await readPdf(await downloadTicket());
  expect(ticket.pageCount).toBe(1);
  expect(ticket.text).toContain(fields.get('order_id'));
  expect(ticket.text).toContain(`**** **** ${person.aadhar.slice(-4)}`);
  expect(ticket.text).not.toContain(person.aadhar);

  await openMenu(page);
  await clickControl(page, 'Logout');
  await waitForText(page, 'You wanna to be logout !');
  const signedOut = page.waitForNavigation();
  await clickControl(page, 'Yes, logout !');
  await waitForText(page, 'Logout Success');
  await signedOut;
  await page.waitForSelector('[name="number"]');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(faults.list).toEqual([]);
});
