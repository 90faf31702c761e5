import { completePayment, submitNewApplication } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { findAccessibilityViolations } from '../accessibility-violations.ts';
import { clickControl, findControl, waitForText } from '../browser.ts';
import { createBrowserEnvironment } from '../specification/environment.ts';
import { captureLate, payWithoutReturn, refundManually, startBankPayment } from './application.ts';

const toStatusPath = (order_id: string) => `/paymentstatus?order_id=${order_id}`;

const environment = createBrowserEnvironment();

/** Payments after the start of the checkout. */
describe('payments', () => {
  const createPayer = async () => {
    const session = await environment.registerApplicant();
    return { session, order_id: await submitNewApplication(session) };
  };

  test('the open page of an order updates when its failed payment is captured late [S-1.15] [S-2.4]', async () => {
    const { session, order_id } = await createPayer();
    const payment = await payWithoutReturn(environment.portal, session, { order_id, outcome: 'failed' });
    const { page } = await environment.open(toStatusPath(order_id), { session, language: 'en' });
    await page.waitForSelector('.receipt .badge-failed');
    await findControl(page, 'Pay now');
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

    await captureLate(environment.portal, payment);
    await page.waitForSelector('.receipt .badge-success');
    await waitForText(page, 'The fee has arrived');
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  });

  test('shows UPI as the method when the code of the checkout was scanned and paid', async () => {
    const { session } = await createPayer();
    const { page } = await environment.open('/ticket', { session, language: 'en' });
    await clickControl(page, 'Pay now');
    await page.waitForSelector('#pay');
    await page.click('#method-upi');
    await page.click('#pay');
    await page.waitForSelector('#qr svg');
    expect(await page.$eval('#upi-link', (link) => link.getAttribute('href'))).toMatch(/^upi:\/\/pay\?/);
    expect(await findAccessibilityViolations(page)).toEqual([]);

    // The page with the code continues automatically.
    await captureLate(environment.portal, new URL(page.url()).pathname.split('/').at(-1) ?? '');
    await page.waitForSelector('.receipt .badge-success');
    await page.waitForFunction(() =>
      /Paid by.*UPI/.test(document.querySelector('.attempt')?.textContent ?? ''),
    );
  });

  test('a checkout that refuses a typed UPI ID leads back to the order, which says how to pay by UPI instead', async () => {
    const { session } = await createPayer();
    const { page } = await environment.open('/ticket', { session, language: 'en' });
    await clickControl(page, 'Pay now');
    await page.waitForSelector('#pay');
    await page.click('#method-upi');
    await page.$eval('#upi-qr', (flow) => flow.setAttribute('value', 'collect'));
    await page.click('#pay');
    await page.waitForSelector('.receipt');
    await waitForText(page, 'No money was taken.');
    await waitForText(page, 'no longer takes a typed UPI ID; scan the QR code there or open your UPI app.');
    await findControl(page, 'Pay now');
  });

  test('the open page shows a manual refund, and the fee can be paid again', async () => {
    const { session, order_id } = await createPayer();
    const { payment } = await completePayment(session, environment.portal.simulator, order_id);
    const { page } = await environment.open(toStatusPath(order_id), { session, language: 'en' });
    await page.waitForSelector('.receipt .badge-success');

    await refundManually(environment.portal, payment.id);
    await page.waitForSelector('.receipt .badge-failed');
    await waitForText(page, 'The money of this payment went back to you');
    await waitForText(page, '₹ 100 has been given back to you.');
    await findControl(page, 'Pay now');
  });

  test('Pay now asks for confirmation while an earlier payment is pending, and waiting starts no checkout', async () => {
    const { session, order_id } = await createPayer();
    await startBankPayment(environment.portal, session, order_id);
    const { page } = await environment.open('/ticket', { session, language: 'en' });
    await clickControl(page, 'Pay now');
    await waitForText(page, 'Your earlier payment is not known yet.');
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await clickControl(page, 'Wait for the earlier payment', 'dialog[open]');
    await page.waitForSelector('dialog[open]', { hidden: true });
    expect(new URL(page.url()).pathname).toBe('/ticket');

    await clickControl(page, 'Pay now');
    await clickControl(page, 'Pay again all the same', 'dialog[open]');
    await page.waitForSelector('#pay');
  });
});
