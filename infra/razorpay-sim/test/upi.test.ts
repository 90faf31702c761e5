import { expect, test } from '@jest/globals';
import { createTestEnvironment } from './support/environment.ts';
import { parseHiddenFields } from './support/hidden-fields.ts';
import { keys } from './support/process.ts';

const { on, order, pay } = createTestEnvironment();

const CALLBACK = 'http://localhost:8080/api/payment/callback';

const toCheckoutFields = (order_id: string) => ({
  key_id: keys.id,
  order_id,
  amount: '10000',
  name: 'Archaka & Co',
  callback_url: CALLBACK,
});

/** Presses Pay with UPI chosen. */
async function submitUpi(more: Record<string, string>) {
  const { id } = await order();
  const fields = { ...toCheckoutFields(id), outcome: 'pay', method: 'upi', ...more };
  const response = await on.simulator.submit('/v1/checkout/pay', fields);
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
    vpa: 'gaurav.kumar@upi',
    upi: { flow: 'intent', vpa: 'gaurav.kumar@upi', payer_account_type: 'bank_account' },
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
    { status: 'failed', vpa: 'gaurav.kumar@upi', acquirer_data: { rrn: null } },
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
  ['with a UPI ID', { 'upi[flow]': 'collect', vpa: 'gaurav.kumar@upi' }],
  ['without one', { 'upi[flow]': 'collect' }],
  ['by the ID alone', { vpa: 'gaurav.kumar@upi' }],
  ['when Fail is pressed', { 'upi[flow]': 'collect', outcome: 'fail' }],
  ['when the bank’s page is ticked', { 'upi[flow]': 'collect', bank_page: '1' }],
])('a collect request %s returns the provider’s error and makes no payment', async (_how, more) => {
  const { id, response } = await submitUpi(more);
  expect(response.status).toBe(200);
  expect(parseHiddenFields(await response.text())).toEqual({
    'error[code]': 'BAD_REQUEST_ERROR',
    'error[description]': 'UPI collect transactions are not enabled for the merchant',
    'error[source]': 'business',
    'error[step]': 'payment_initiation',
    'error[reason]': 'upi_collect_not_enabled',
    'error[metadata]': JSON.stringify({ order_id: id }),
  });
  expect(await listPayments(id)).toEqual([]);
  expect((await on.simulator.ledger()).deliveries.filter(({ order_id }) => order_id === id)).toEqual([]);
});

test('the page offers a code and an app and no field for a UPI ID', async () => {
  const { id } = await order();
  const page = await (await on.simulator.submit('/v1/checkout/embedded', toCheckoutFields(id))).text();
  const flows = [...page.matchAll(/name="upi\[flow\]" value="(\w+)"/g)].map(([, flow]) => flow);
  expect(flows).toEqual(['qr', 'intent']);
  expect(page).not.toMatch(/name="vpa"|collect/);
});

test('the page of the bank leads a UPI payment to its code', async () => {
  const { address } = await openUpiPage();
  const back = await get(address.replace('/upi/', '/bank/'));
  expect((await get(String(back.headers.get('location')))).headers.get('location')).toBe(address);
});

test('a payment by UPI fails, is captured late and is refunded as any other', async () => {
  const { id } = await order();
  const { payment } = await pay(id, { method: 'upi', outcome: 'failed' });
  expect(payment).toMatchObject({
    vpa: 'gaurav.kumar@upi',
    error_source: 'gateway',
    error_step: 'payment_response',
  });
  await on.simulator.sim('payments', { payment_id: payment.id, outcome: 'captured' });
  await on.simulator.sim('refunds', { payment_id: payment.id });
  expect(await listPayments(id)).toMatchObject([{ method: 'upi', refund_status: 'full', captured: true }]);
});
