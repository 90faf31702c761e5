import { expect, test } from '@jest/globals';
import { createTestEnvironment, parseHiddenFields } from './support/environment.ts';
import { keys } from './support/process.ts';

const { on, order, pay } = createTestEnvironment();

const CALLBACK = 'http://localhost:8080/api/payment/callback';

/** Presses Pay; returns the order and the response. */
async function submitPay(choice: Record<string, string>) {
  const { id } = await order();
  const checkout = {
    key_id: keys.id,
    order_id: id,
    amount: '10000',
    name: 'Archaka & Co',
    callback_url: CALLBACK,
  };
  return {
    id,
    response: await on.simulator.submit('/v1/checkout/pay', { ...checkout, outcome: 'pay', ...choice }),
  };
}

/** Presses Pay with the bank's page ticked, or with UPI; returns the order and the address of the next page. */
async function openPage(choice: Record<string, string>) {
  const { id, response } = await submitPay(choice);
  expect(response.status).toBe(303);
  return { id, address: String(response.headers.get('location')) };
}

const openBankPage = () => openPage({ bank_page: '1', method: 'netbanking', bank: 'HDFC' });
const openUpiPage = (flow = 'qr') => openPage({ method: 'upi', 'upi[flow]': flow });

const get = (path: string) => fetch(`${on.simulator.url}${path}`, { redirect: 'manual' });
const listPayments = async (id: string) => (await on.simulator.razorpay.orders.fetchPayments(id)).items;
const readState = async (address: string) => (await get(`${address}/state`)).json();
const toBank = (address: string) => address.replace('/upi/', '/bank/');

/** The fields that are posted to the merchant from the page that a response leads to. */
async function readReturn(back: Response) {
  expect(back.status).toBe(303);
  const page = await get(String(back.headers.get('location')));
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:8080;");
  return parseHiddenFields(await page.text());
}

const submitOutcome = async (address: string, outcome: string) =>
  readReturn(await on.simulator.submit(toBank(address), { outcome }));

test('net-banking leads to the bank’s page, and closing it leaves a payment in created', async () => {
  const { id, address } = await openBankPage();
  const page = await (await get(address)).text();
  expect(page).toContain('HDFC Bank');
  expect(page).toContain('₹ 100.00');
  expect(await listPayments(id)).toMatchObject([{ status: 'created', bank: 'HDFC', captured: false }]);
  expect(await on.simulator.razorpay.orders.fetch(id)).toMatchObject({ status: 'attempted', attempts: 1 });
  expect((await on.simulator.ledger()).deliveries.filter(({ order_id }) => order_id === id)).toEqual([]);
});

test('Success captures and returns signed fields, and a decision is final', async () => {
  const { id, address } = await openPage({ bank_page: '1', method: 'card' });
  const [waiting] = await listPayments(id);
  const posted = await submitOutcome(address, 'success');
  expect(posted).toMatchObject({ razorpay_payment_id: waiting?.id, razorpay_order_id: id });
  expect(await submitOutcome(address, 'failure')).toEqual(posted);
  expect((await get(address)).status).toBe(303);
  expect(await listPayments(id)).toMatchObject([{ id: waiting?.id, status: 'captured' }]);
  expect((await on.merchant.waitForWebhooks(3, id)).map(({ event }) => event)).toContain('order.paid');
});

test.each([
  ['the bank', openBankPage, 'payment_failed'],
  ['the UPI app', () => openUpiPage(), 'payment_cancelled'],
])(
  'Failure of %s returns the documented error, and it may still authorize afterwards',
  async (_by, open, reason) => {
    const { id, address } = await open();
    expect(await submitOutcome(address, 'failure')).toMatchObject({ 'error[reason]': reason });
    expect(await listPayments(id)).toMatchObject([{ status: 'failed', error_reason: reason }]);
    expect(await submitOutcome(address, 'success')).toMatchObject({ razorpay_order_id: id });
    expect(await listPayments(id)).toMatchObject([{ status: 'captured', error_reason: null }]);
    const events = (await on.merchant.waitForWebhooks(4, id)).map(({ event }) => event);
    expect(events.sort()).toEqual(['order.paid', 'payment.authorized', 'payment.captured', 'payment.failed']);
  },
);

test('a payment of an order that was paid meanwhile is authorized and not captured', async () => {
  const { id, address } = await openBankPage();
  await pay(id);
  await submitOutcome(address, 'success');
  expect((await listPayments(id)).map(({ status }) => status)).toEqual(['authorized', 'captured']);
});

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
      pn: 'Archaka & Co',
      tr: payment?.id,
      am: '100.00',
      cu: 'INR',
    });
    expect(page).toContain('<svg viewBox=');
    expect(page).not.toMatch(/<script(?! src=)|<style| style=| on[a-z]+=/);
    expect(await readState(address)).toEqual({ isDecided: false });
    const [, tooEarly = ''] = /id="upi-done" href="([^"]*)"/.exec(page) ?? [];
    for (const path of [tooEarly, (await get(toBank(address))).headers.get('location')])
      expect((await get(String(path))).headers.get('location')).toBe(address);
  },
);

test('Success captures the payment with the UPI ID of the payer’s app, and the waiting page returns signed fields', async () => {
  const { id, address } = await openUpiPage();
  await submitOutcome(address, 'success');
  const [payment] = await listPayments(id);
  expect(payment).toMatchObject({ status: 'captured', vpa: 'gaurav.kumar@upi', bank: null, card_id: null });
  expect(await readState(address)).toEqual({ isDecided: true });
  expect(await readReturn(await get(address))).toMatchObject({ razorpay_payment_id: payment?.id });
});

test('a collect request returns the provider’s error and makes no payment', async () => {
  const { id, response } = await submitPay({
    method: 'upi',
    'upi[flow]': 'collect',
    vpa: 'gaurav.kumar@upi',
  });
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
});
