import { buildApplicant, eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { findAccessibilityViolations } from './accessibility-violations.ts';
import { clickControl, openMenu, PHONE, waitForText } from './browser.ts';
import { createFinger, type Finger } from './happy-path/finger.ts';
import { readPdf } from './pdf.ts';
import { createBrowserEnvironment } from './specification/environment.ts';

const MAX_TAPS = 24;

const person = buildApplicant({ name: 'శ్రీనివాసాచార్యులు' });
const maskedAadhaar = `**** **** ${person.aadhar.slice(-4)}`;

const environment = createBrowserEnvironment();
let page: Page;
let finger: Finger;

async function readOtp(): Promise<string> {
  const response = await fetch(`${environment.portal.origin}/dev/inbox?number=${person.number}`);
  const [newest] = (await response.json()) as { otp: string }[];
  return newest?.otp ?? '';
}

async function signUp() {
  await finger.tap('Sign-Up');
  await finger.waitForFocus('name');
  const formValues = {
    name: person.name,
    email: `a${person.number}@example.in`,
    number: person.number,
    address: '1-2-3, Temple Street',
    devasthanam: 'Sri Venkateswara temple',
    landmark: 'Tank',
    town: 'Tirupati',
    pincode: '517501',
  };
  for (const [name, text] of Object.entries(formValues)) await finger.type(name, text, 'dialog');
  await finger.tap('Sign-Up', 'dialog');
}

async function signIn() {
  await finger.waitForFocus('number');
  await finger.tap('Request For OTP');
  await finger.waitForFocus('otp');
  await finger.type('otp', await readOtp());
  const navigation = page.waitForNavigation();
  await finger.tap('Sign-In', 'main');
  await navigation;
}

async function fillForm() {
  await finger.tap('Apply', '#status');
  await finger.waitForFocus('aadhar');
  await finger.type('aadhar', person.aadhar);
  await finger.type('name', person.name);
  await finger.type('father_name', 'వేంకట శర్మ');
  await finger.type('dob-day', '17051990');
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
  await finger.pick('birthcertificate', environment.getFile('paper.pdf'));
  await finger.pick('image', environment.getFile('photo.jpg'));
  await eventually(async () => (await page.$$('.file-chosen')).length === 2);
}

/** An optional step: its tap is not counted. */
async function saveDraft() {
  const navigation = page.waitForNavigation();
  await clickControl(page, 'Save');
  await navigation;
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[name="father_name"]')?.value === 'వేంకట శర్మ',
  );
  expect(await page.$eval('[name="aadhar"]', (input) => (input as HTMLInputElement).value)).toContain(
    person.aadhar,
  );
  expect(await page.$$('.file-chosen')).toHaveLength(2);
  expect(await findAccessibilityViolations(page)).toEqual([]);
}

/** Returns the order of the checkout. */
async function payFee(): Promise<string> {
  await finger.tap('Confirm to Pay');
  const checkoutRequest = page.waitForRequest((request) => request.url().endsWith('/v1/checkout/embedded'));
  const paymentCheck = page.waitForRequest(
    (request) => request.url().endsWith('/checkpaynumberandaadhar') && request.method() === 'POST',
  );
  await finger.tap('Pay now');
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
  await finger.tap('Pay', '#checkout');
  await page.waitForFunction(() => location.pathname === '/paymentstatus');
  await waitForText(page, 'Success');
  return fields.get('order_id') ?? '';
}

async function expectTicketWithinTaps() {
  const ticket = await page.waitForSelector('a[href^="/api/tickets/"]');
  expect(await ticket?.evaluate(({ textContent }) => textContent)).toContain('Hall ticket');
  // The last tap is on the ticket.
  expect([...finger.taps, 'Hall ticket'].length).toBeLessThanOrEqual(MAX_TAPS);
}

async function expectHistory() {
  await clickControl(page, 'Application History');
  await waitForText(page, 'Success');
  await waitForText(page, `ARC24-`);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await clickControl(page, 'View');
  await page.waitForSelector('dialog[open]');
  await waitForText(page, maskedAadhaar);
  expect(await page.$eval('dialog[open]', (dialog) => dialog.textContent)).not.toContain(person.aadhar);
  await page.keyboard.press('Escape');
}

async function downloadTicket(): Promise<Buffer> {
  const link = await page.waitForSelector('a[href^="/api/tickets/"]');
  const address = await link?.evaluate((found) => (found as HTMLAnchorElement).href);
  const bytes = await page.evaluate(async (url) => {
    const response = await fetch(url);
    return {
      type: response.headers.get('content-type'),
      content: [...new Uint8Array(await response.arrayBuffer())],
    };
  }, address ?? '');
  expect(bytes.type).toBe('application/pdf');
  return Buffer.from(bytes.content);
}

async function logOut() {
  await openMenu(page);
  await clickControl(page, 'Logout');
  await waitForText(page, 'You wanna to be logout !');
  const signedOut = page.waitForNavigation();
  await clickControl(page, 'Yes, logout !');
  await signedOut;
  await page.waitForSelector('[name="number"]');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
}

test(`a newcomer applies, pays and has the ticket on a phone in at most ${MAX_TAPS} taps, and logs out [S-1.1] [S-1.17] [S-4.20]`, async () => {
  const screen = await environment.open('/', { viewport: PHONE, startup: true });
  page = screen.page;
  finger = createFinger(page);
  await signUp();
  await signIn();
  await fillForm();
  await saveDraft();
  const orderId = await payFee();
  await expectTicketWithinTaps();

  await expectHistory();
  const ticket = await readPdf(await downloadTicket());
  expect(ticket.pageCount).toBe(1);
  expect(ticket.text).toContain(orderId);
  expect(ticket.text).toContain(maskedAadhaar);
  expect(ticket.text).not.toContain(person.aadhar);

  await logOut();
  expect(screen.faults.list).toEqual([]);
});
