import { expect, test } from '@jest/globals';
import { createTestEnvironment } from './support/environment.ts';
import { parseHiddenFields } from './support/hidden-fields.ts';
import { keys } from './support/process.ts';

const { on, order, pay } = createTestEnvironment();

const CALLBACK = 'http://localhost:8080/api/payment/callback';

/** Presses Pay with UPI chosen. */
async function submitUpi(more: Record<string, string>) {
  const { id } = await order();
  const response = await on.simulator.submit('/v1/checkout/pay', {
    key_id: keys.id,
    order_id: id,
    amount: '10000',
    name: 'Archaka & Co',
    callback_url: CALLBACK,
    outcome: 'pay',
    method: 'upi',
    ...more,
  });
  return { id, response };
}

/** Presses Pay with an app or a code chosen; returns the address of the waiting page. */
async function openUpiPage(flow = 'qr') {
  const { id, response } = await submitUpi({ 'upi[flow]': flow });
  expect(response.status).toBe(303);
  return { id, address: String(response.headers.get('location')) };
}

const get = (path: string) => fetch(`${on.simulator.url}${path}`, { redirect: 'manual' });
const listPayments = async (id: string) => (await on.simulator.razorpay.orders.fetchPayments(id)).items;
const readState = async (address: string) => (await get(`${address}/state`)).json();

/** The fields that are posted to the merchant. */
async function readReturn(address: string) {
  const back = await get(address);
  expect(back.status).toBe(303);
  return parseHiddenFields(await (await get(String(back.headers.get('location')))).text());
}

test.each(['qr', 'intent'])(
  'the %s page shows the code and the link of the payment, which waits',
  async (flow) => {
    const { id, address } = await openUpiPage(flow);
    const [payment] = await listPayments(id);
    expect(payment).toMatchObject({ status: 'created', method: 'upi', vpa: null, upi: { flow: 'intent' } });
    const page = await (await get(address)).text();
    const [, link = ''] = /href="(upi:[^"]*)"/.exec(page) ?? [];
    const fields = new URL(link.replaceAll('&amp;', '&')).searchParams;
    expect(Object.fromEntries(fields)).toMatchObject({
      pa: 'simulator@example',
      pn: 'Archaka & Co',
      tr: payment?.id,
      am: '100.00',
      cu: 'INR',
    });
    expect(page).toContain('<svg viewBox=');
    expect(page).not.toMatch(/<script(?! src=)|<style| style=| on[a-z]+=/);
    expect(await readState(address)).toEqual({ isDecided: false });
  },
);

test('Success captures the payment with the UPI ID of the payer’s app, and the waiting page returns signed fields', async () => {
  const { id, address } = await openUpiPage();
  await on.simulator.submit(address.replace('/upi/', '/bank/'), { outcome: 'success' });
  const [payment] = await listPayments(id);
  expect(payment).toMatchObject({
    status: 'captured',
    vpa: 'success@razorpay',
    upi: { flow: 'intent', vpa: 'success@razorpay', payer_account_type: 'bank_account' },
    acquirer_data: {
      rrn: expect.stringMatching(/^\d{12}$/),
      upi_transaction_id: expect.stringMatching(/^[0-9A-F]{32}$/),
    },
    bank: null,
    card_id: null,
  });
  expect(await readState(address)).toEqual({ isDecided: true });
  expect(await readReturn(address)).toMatchObject({
    razorpay_payment_id: payment?.id,
    razorpay_order_id: id,
  });
});

test('Failure in the app is the documented error, and the app may still pay afterwards', async () => {
  const { id, address } = await openUpiPage();
  const app = address.replace('/upi/', '/bank/');
  await on.simulator.submit(app, { outcome: 'failure' });
  expect(await listPayments(id)).toMatchObject([
    { status: 'failed', vpa: null, acquirer_data: { rrn: null } },
  ]);
  expect(await readReturn(address)).toMatchObject({ 'error[reason]': 'payment_cancelled' });
  await on.simulator.submit(app, { outcome: 'success' });
  expect(await listPayments(id)).toMatchObject([{ status: 'captured', error_reason: null }]);
  const events = (await on.merchant.waitForWebhooks(4, id)).map(({ event }) => event);
  expect(events.sort()).toEqual(['order.paid', 'payment.authorized', 'payment.captured', 'payment.failed']);
});

test('returns to the code when the payer confirms too early', async () => {
  const { address } = await openUpiPage();
  const [, back = ''] = /id="upi-done" href="([^"]*)"/.exec(await (await get(address)).text()) ?? [];
  expect((await get(back)).headers.get('location')).toBe(address);
});

test.each([
  ['', 'captured', 'success@razorpay'],
  ['gaurav.kumar@upi', 'captured', 'gaurav.kumar@upi'],
  ['failure@razorpay', 'failed', 'failure@razorpay'],
])('a request to the UPI ID "%s" ends %s at once', async (vpa, status, payer) => {
  const { id, response } = await submitUpi({ 'upi[flow]': 'collect', vpa });
  expect(response.status).toBe(200);
  expect(await listPayments(id)).toMatchObject([
    { status, vpa: payer, upi: { flow: 'collect', vpa: payer } },
  ]);
});

test('a collect request waits at the test app when the bank’s page is ticked', async () => {
  const { id, response } = await submitUpi({ 'upi[flow]': 'collect', bank_page: '1' });
  const page = await (await get(String(response.headers.get('location')))).text();
  expect(page).toContain('Test UPI app');
  expect(await listPayments(id)).toMatchObject([{ status: 'created', vpa: 'success@razorpay' }]);
});

test.each(['gaurav', '@upi', 'a b@upi', 'gaurav@'])(
  'reports the UPI ID "%s" beside its field',
  async (vpa) => {
    const { id, response } = await submitUpi({ 'upi[flow]': 'collect', vpa });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('id="vpa-mistake"');
    expect(await listPayments(id)).toEqual([]);
  },
);

test('a payment by UPI fails, is captured late and is refunded as any other', async () => {
  const { id } = await order();
  const { payment } = await pay(id, { method: 'upi', outcome: 'failed' });
  expect(payment).toMatchObject({
    vpa: 'failure@razorpay',
    error_source: 'gateway',
    error_step: 'payment_response',
  });
  await on.simulator.sim('payments', { payment_id: payment.id, outcome: 'captured' });
  await on.simulator.sim('refunds', { payment_id: payment.id });
  expect(await listPayments(id)).toMatchObject([{ method: 'upi', refund_status: 'full', captured: true }]);
});
