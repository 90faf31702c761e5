import { expect, test } from '@jest/globals';
import { createTestEnvironment } from './support/environment.ts';
import { parseHiddenFields } from './support/hidden-fields.ts';
import { keys } from './support/process.ts';

const { on, order, pay } = createTestEnvironment();

const CALLBACK = 'http://localhost:8080/api/payment/callback';

/** Presses Pay with the bank's page ticked; returns the order and the address of the bank's page. */
async function openBankPage(more: Record<string, string> = {}) {
  const { id } = await order();
  const answer = await on.simulator.submit('/v1/checkout/pay', {
    key_id: keys.id,
    order_id: id,
    amount: '10000',
    name: 'Archaka',
    callback_url: CALLBACK,
    outcome: 'pay',
    method: 'netbanking',
    bank: 'HDFC',
    bank_page: '1',
    ...more,
  });
  expect(answer.status).toBe(303);
  return { id, address: String(answer.headers.get('location')) };
}

const listPayments = async (id: string) => (await on.simulator.razorpay.orders.fetchPayments(id)).items;
const get = (path: string) => fetch(`${on.simulator.url}${path}`, { redirect: 'manual' });

/** Presses a button of the bank; returns the fields that are posted to the merchant. */
async function submitOutcome(address: string, outcome: string) {
  const back = await on.simulator.submit(address, { outcome });
  expect(back.status).toBe(303);
  const page = await get(String(back.headers.get('location')));
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:8080;");
  const text = await page.text();
  expect(text).toContain(`action="${CALLBACK}"`);
  return parseHiddenFields(text);
}

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
  const { id, address } = await openBankPage({ method: 'card', 'card[number]': '4100 2800 0008 0001' });
  const [waiting] = await listPayments(id);
  const posted = await submitOutcome(address, 'success');
  expect(posted).toMatchObject({ razorpay_payment_id: waiting?.id, razorpay_order_id: id });
  expect(await submitOutcome(address, 'failure')).toEqual(posted);
  expect((await get(address)).status).toBe(303);
  expect(await listPayments(id)).toMatchObject([{ id: waiting?.id, status: 'captured' }]);
  expect((await on.merchant.waitForWebhooks(3, id)).map(({ event }) => event)).toContain('order.paid');
});

test('Failure returns the card’s error, and the bank may still authorize afterwards', async () => {
  const { id, address } = await openBankPage({ method: 'card', 'card[number]': '4100 2800 0006 0003' });
  expect(await submitOutcome(address, 'failure')).toMatchObject({ 'error[reason]': 'card_declined' });
  expect(await listPayments(id)).toMatchObject([{ status: 'failed', error_reason: 'card_declined' }]);
  expect(await submitOutcome(address, 'success')).toMatchObject({ razorpay_order_id: id });
  expect(await listPayments(id)).toMatchObject([{ status: 'captured', error_reason: null }]);
});

test('a payment of an order that was paid meanwhile is authorized and not captured', async () => {
  const { id, address } = await openBankPage();
  await pay(id);
  await submitOutcome(address, 'success');
  expect((await listPayments(id)).map(({ status }) => status)).toEqual(['authorized', 'captured']);
});

test('rejects an unknown payment, and a request without a decision', async () => {
  expect((await get('/v1/checkout/bank/pay_none')).status).toBe(400);
  expect((await get('/v1/checkout/return/pay_none')).status).toBe(400);
  const { id, address } = await openBankPage();
  expect((await on.simulator.submit(address, { outcome: 'steal' })).status).toBe(400);
  expect(await listPayments(id)).toMatchObject([{ status: 'created' }]);
});
