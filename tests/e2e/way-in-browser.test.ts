import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicant, eventually, pdf, photo, portalOfTheRun, scaledTimeout } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { barriers } from './barriers.ts';
import { choose, type Faults, openBrowser, openPhone, pick, press, reads, tick, type } from './browser.ts';
import { readPdf } from './read-pdf.ts';

const person = applicant({ name: 'శ్రీనివాసాచార్యులు' });

const portal = portalOfTheRun();
let browser: Browser;
let page: Page;
let faults: Faults;
let papers: string;

beforeAll(async () => {
  [browser, papers] = await Promise.all([openBrowser(), mkdtemp(join(tmpdir(), 'papers-'))]);
  ({ page, faults } = await openPhone(browser, { startup: true }));
  await Promise.all([
    writeFile(join(papers, 'birth.pdf'), pdf()),
    photo('jpeg', 1200, 1600).then((picture) => writeFile(join(papers, 'me.jpg'), picture)),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await rm(papers, { recursive: true, force: true });
});

async function otp(): Promise<string> {
  const response = await fetch(`${portal.origin}/dev/inbox?number=${person.number}`);
  const [newest] = (await response.json()) as { otp: string }[];
  return newest?.otp ?? '';
}

async function signUp() {
  await press(page, 'Sign-Up');
  await page.waitForSelector('dialog[open]');
  const answers = {
    name: person.name,
    email: `a${person.number}@example.in`,
    address: '1-2-3, Temple Street',
    devasthanam: 'Sri Venkateswara temple',
    landmark: 'Tank',
    town: 'Tirupati',
    pincode: '517501',
  };
  for (const [name, text] of Object.entries(answers))
    await page.locator(`dialog [name="${name}"]`).fill(text);
  await page.locator('dialog [name="number"]').fill(person.number);
  await page.locator('dialog button[type="submit"]').click();
  await reads(page, 'Sign-Up Success');
}

async function signIn() {
  await type(page, 'number', person.number);
  await press(page, 'Request For OTP');
  await reads(page, 'OTP Sent');
  await type(page, 'otp', await otp());
  const reloaded = page.waitForNavigation();
  await press(page, 'Sign-In');
  await reads(page, 'Login Success');
  await reloaded;
}

async function fillForm() {
  await page.waitForSelector('[name="aadhar"]');
  await type(page, 'aadhar', person.aadhar);
  await type(page, 'name', person.name);
  await type(page, 'father_name', 'వేంకట శర్మ');
  // Month, day and year, as the browser's own language asks for them.
  await page.type('[name="dob"]', '05171990');
  await type(page, 'postal_address', '4-12, Temple Street');
  await choose(page, 'district', 'Tirupati');
  const mandal = await eventually(() =>
    page.$eval('select[name="mandal"]', (list) => (list as HTMLSelectElement).options[1]?.value),
  );
  await choose(page, 'mandal', mandal);
  await tick(page, 'exam_type', '1');
  await tick(page, 'exam_regular', '1');
  await choose(page, 'centre_district', 'Guntur');
  await choose(page, 'agamamu', 'వైఖానస');
  await pick(page, 'birthcertificate', join(papers, 'birth.pdf'));
  await pick(page, 'image', join(papers, 'me.jpg'));
  await eventually(async () => (await page.$$('.file-chosen')).length === 2);
}

async function download(): Promise<Buffer> {
  const address = await page.$eval('a[href^="/api/tickets/"]', (link) => (link as HTMLAnchorElement).href);
  const bytes = await page.evaluate(async (url) => {
    const answer = await fetch(url);
    return {
      type: answer.headers.get('content-type'),
      content: [...new Uint8Array(await answer.arrayBuffer())],
    };
  }, address);
  expect(bytes.type).toBe('application/pdf');
  return Buffer.from(bytes.content);
}

test('a newcomer applies, pays and downloads the ticket on a phone', async () => {
  await page.goto(portal.origin);
  await signUp();
  await signIn();

  await fillForm();
  const saved = page.waitForNavigation();
  await press(page, 'Save');
  await reads(page, 'Successfully Saved');
  await saved;
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[name="father_name"]')?.value === 'వేంకట శర్మ',
  );
  expect(await page.$eval('[name="aadhar"]', (input) => (input as HTMLInputElement).value)).toContain(
    person.aadhar,
  );
  expect(await page.$$('.file-chosen')).toHaveLength(2);

  expect(await barriers(page)).toEqual([]);
  await press(page, 'Confirm to Pay');
  const hidden = page.waitForRequest((request) => request.url().endsWith('/v1/checkout/embedded'));
  const asked = page.waitForRequest(
    (request) => request.url().endsWith('/checkpaynumberandaadhar') && request.method() === 'POST',
  );
  await press(page, 'Pay now');
  expect((await asked).headers()['x-order-id']).toMatch(/^order_/);
  const fields = new URLSearchParams((await hidden).postData());
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
  await reads(page, 'Success');

  await press(page, 'Application History');
  await reads(page, 'Success');
  await reads(page, `ARC24-`);
  expect(await barriers(page)).toEqual([]);
  await press(page, 'View');
  await page.waitForSelector('dialog[open]');
  await reads(page, `**** **** ${person.aadhar.slice(-4)}`);
  expect(await page.$eval('dialog[open]', (dialog) => dialog.textContent)).not.toContain(person.aadhar);
  await page.keyboard.press('Escape');

  await page.waitForSelector('a[href^="/api/tickets/"]', { timeout: scaledTimeout(20_000) });
  const ticket = await readPdf(await download());
  expect(ticket.pages).toBe(1);
  expect(ticket.text).toContain(fields.get('order_id'));
  expect(ticket.text).toContain(`**** **** ${person.aadhar.slice(-4)}`);
  expect(ticket.text).not.toContain(person.aadhar);

  await press(page, 'Logout');
  await reads(page, 'You wanna to be logout !');
  const left = page.waitForNavigation();
  await press(page, 'Yes, logout !');
  await reads(page, 'Logout Success');
  await left;
  await page.waitForSelector('[name="number"]');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(faults.list).toEqual([]);
});
