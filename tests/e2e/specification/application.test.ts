import { type ApplicantSession, buildApplicationForm, submitNewApplication } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, findControl, typeInto, waitForText } from '../browser.ts';
import { hasControl, holdCall, readLabel, readNextBody, readTicked, readValue } from '../page.ts';
import { expectWithin, SHORT_MS } from './announcements.ts';
import { createBrowserEnvironment } from './environment.ts';
import { openDraftForm } from './form-steps.ts';

const environment = createBrowserEnvironment();
const DIALOG = 'dialog[open]';

/** Waits until a live region with the text Loading covers the whole window, or until none does. */
const waitForLoader = (page: Page, isCovered = true) =>
  page.waitForFunction(
    (expected) => {
      const isCovering = (region: Element) => {
        const { left, top, right, bottom } = region.getBoundingClientRect();
        return left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight;
      };
      const loaders = [...document.querySelectorAll('[role="status"]')].filter(
        (region) =>
          /Loading/.test(region.textContent) && region.checkVisibility({ visibilityProperty: true }),
      );
      return loaders.some(isCovering) === expected;
    },
    {},
    isCovered,
  );

test('Save covers the page with a loader while the call runs, then says Successfully Saved for 1 s, top right, and the form is filled again [S-2.29] [S-3.21] [S-4.19] [S-8.19] [S-9.13]', async () => {
  const { screen, draft } = await openDraftForm(environment);
  const { page } = screen;
  await findControl(page, 'Save', 'main');
  await waitForLoader(page, false);
  const release = await holdCall(page, 'saveapplicationform');
  const sentBody = readNextBody(page, 'saveapplicationform');
  await clickControl(page, 'Save', 'main');
  await waitForLoader(page);
  expect(screen.announcements.map(({ text }) => text)).not.toContain('Successfully Saved');
  release();
  expect((await sentBody).save_id).toBe(1);
  expect((await screen.waitForAnnouncement('Successfully Saved')).isTopRight).toBe(true);
  expectWithin(await screen.waitUntilGone('Successfully Saved'), SHORT_MS);
  await waitForLoader(page, false);
  await waitForText(page, 'Your form was saved on');
  await page.waitForFunction(() => document.activeElement?.id === 'status');
  expect(await readValue(page, 'name')).toBe(draft.name);
});

test('a full-screen loader shows while the payment status is on its way [S-2.57]', async () => {
  const session = await environment.registerApplicant();
  const order = await submitNewApplication(session);
  let release = () => {};
  const { page } = await environment.open(`/paymentstatus?order_id=${order}`, {
    session,
    before: async (newPage) => {
      release = await holdCall(newPage, 'getpaymnetstatus');
    },
  });
  await waitForLoader(page);
  release();
  await waitForText(page, 'ARC24-');
});

test('Pay now asks the payment handler, then posts the hidden form to the embedded checkout [S-3.34] [S-4.17] [S-4.18] [S-7.15] [S-7.19] [S-9.1]', async () => {
  const session = await environment.registerApplicant();
  const order = await submitNewApplication(session);
  const { page } = await environment.open('/ticket', { session });
  const paymentCheck = page.waitForRequest(
    (request) => request.url().endsWith('/checkpaynumberandaadhar') && request.method() === 'POST',
  );
  const checkoutRequest = page.waitForRequest((request) => request.url().endsWith('/v1/checkout/embedded'));
  await clickControl(page, 'Pay now', 'main');
  expect(new URL((await paymentCheck).url()).origin).toBe(environment.portal.handler);
  expect((await paymentCheck).headers()).toMatchObject({
    'x-order-id': order,
    'x-request-id': expect.stringMatching(/./),
  });
  const fields = Object.fromEntries(new URLSearchParams(await (await checkoutRequest).fetchPostData()));
  expect(fields).toEqual({
    key_id: expect.stringMatching(/./),
    order_id: order,
    amount: '10000',
    name: expect.stringMatching(/./),
    description: expect.stringMatching(/./),
    'prefill[contact]': session.person.number,
    callback_url: `${environment.portal.origin}/api/payment/callback`,
    cancel_url: `${environment.portal.origin}/api/payment/cancel?order_id=${order}`,
  });
});

/** A compartmental Vara application, with every field and file. */
async function submitWholeForm(session: ApplicantSession): Promise<Record<string, unknown>> {
  const form = await buildApplicationForm(session.person);
  const wholeForm = {
    ...form,
    exam_type: 2,
    exam_regular: 2,
    pasthallticket: '20190042',
    language: JSON.stringify([{ language_id: 2, language: 'Agama only' }]),
    markmemos: form.birthcertificate,
    markmemos_ind: 1,
    perviouscertificate: form.birthcertificate,
    perviouscertificate_ind: 1,
  };
  await session.call('submitapplicationform', wholeForm);
  return wholeForm;
}

const TEXTS = [
  ...['number', 'aadhar', 'name', 'father_name', 'dob', 'postal_address', 'district', 'mandal'],
  ...['pasthallticket', 'centre_district', 'agamamu'],
];
const CHOICES = [
  ['exam_type', '2'],
  ['exam_regular', '2'],
  ['language', '2'],
] as const;
const FILES = ['birthcertificate', 'perviouscertificate', 'markmemos', 'image'];

test('the Update modal opens with everything filled in; a change is sent, Updated Successfully is said, and the list is read again [S-1.2] [S-1.14] [S-2.2] [S-2.44] [S-2.45] [S-2.46] [S-2.47] [S-2.48] [S-2.49] [S-4.13] [S-4.31] [S-8.20]', async () => {
  const session = await environment.registerApplicant();
  const form = await submitWholeForm(session);
  const screen = await environment.open('/ticket', { session });
  const { page } = screen;
  await clickControl(page, 'Application Update', 'tbody');
  await page.waitForSelector(`${DIALOG} [name="father_name"]`);
  for (const field of TEXTS)
    expect([field, await readValue(page, field, DIALOG)]).toEqual([field, form[field]]);
  for (const [field, value] of CHOICES) expect(await readTicked(page, field, DIALOG)).toEqual([value]);
  for (const field of FILES) await findControl(page, 'View', `${DIALOG} .field:has([name="${field}"])`);
  for (const field of [...TEXTS, ...CHOICES.map(([name]) => name), ...FILES])
    expect(await readLabel(page, field, DIALOG)).toMatch(/[ఀ-౿].*[A-Za-z]/);
  for (const field of ['number', 'amount'])
    expect(await page.$(`${DIALOG} [name="${field}"][readonly]`)).not.toBeNull();
  expect(await readValue(page, 'amount', DIALOG)).toBe('100');

  await clickControl(page, 'View', `${DIALOG} .field:has([name="birthcertificate"])`);
  const frame = await page.waitForSelector(
    'dialog[open] dialog[open] :is(iframe, embed, object, canvas), dialog[open] ~ dialog[open] :is(iframe, embed, object, canvas)',
  );
  expect(await frame?.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelectorAll('dialog[open]').length === 1);

  await page.select(`${DIALOG} select[name="district"]`, 'Tirupati');
  await page.waitForSelector(`${DIALOG} select[name="mandal"] option[value="Srikalahasti"]`);
  expect(await readValue(page, 'mandal', DIALOG)).toBe('');
  await page.select(`${DIALOG} select[name="mandal"]`, 'Srikalahasti');
  await typeInto(page, 'name', 'Rama Sarma the Second', DIALOG);
  const reloadedList = readNextBody(page, 'getticketsandprofile');
  await clickControl(page, 'Update Application', DIALOG);
  await screen.waitForAnnouncement('Updated Successfully');
  await reloadedList;
  await page.waitForSelector(DIALOG, { hidden: true });
  await waitForText(page, 'Rama Sarma the Second');
  expect(await hasControl(page, 'father_name')).toBe(false);
});
