import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CheckoutForm,
  erasureRequested,
  listAttempts,
  type PaymentAttempt,
  paymentCaptured,
  revaluationCaptured,
  revaluationReversed,
} from '@archaka/contracts';
import { createVariables, eventually, runCommand, writeExamination } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { buildCustomer, type Customer, openPaymentEnvironment } from './support/payment-environment.ts';

const folder = await mkdtemp(join(tmpdir(), 'archaka-revaluation-'));
afterAll(() => rm(folder, { recursive: true }));
const EXAM_FILE = await writeExamination(folder, { revaluation: { fee_paise: 50_000, days: 30 } });
const env = await openPaymentEnvironment({ EXAM_FILE });

const orderRevaluation = (someone: Customer) => env.ensureOrder(someone, env.payment.url, 'revaluation');
const getRevaluationOrder = async (someone: Customer) => {
  const { data } = await orderRevaluation(someone);
  return data[0]?.order_id ?? '';
};
const readTypes = async (order_id: string) =>
  (await env.readPublishedEvents(order_id)).map(({ type }) => type);
const readRefunds = async (payment_id: string) =>
  (await env.ledger()).refunds.filter((refund) => refund.payment_id === payment_id);

test('the fee of a revaluation is paid beside that of its application, by events of its own', async () => {
  const { someone, order_id: first } = await env.startCheckout();
  const fee = await env.pay({ order_id: first, outcome: 'captured' });
  await env.events.waitForEvent(paymentCaptured, first);

  const order_id = await getRevaluationOrder(someone);
  expect((await orderRevaluation(someone)).data).toEqual([{ order_id, amount: 50_000, round: 1 }]);
  const { data } = await env.call<CheckoutForm>('postorderdata', order_id, someone);
  expect(data[0]?.fields).toMatchObject({
    order_id,
    amount: '50000',
    description: `Revaluation ${someone.application_id}`,
  });
  await env.pay({ order_id, outcome: 'failed' });
  const { payment } = await env.pay({ order_id, outcome: 'captured' });
  expect(await env.events.waitForEvent(revaluationCaptured, order_id)).toEqual({
    application_id: someone.application_id,
    order_id,
    payment_id: payment.id,
    amount: 50_000,
    at: expect.any(String),
  });
  expect(await readTypes(order_id)).toEqual([revaluationCaptured.type]);

  const [ofFee, ofRevaluation] = [
    await env.getAttempts(first, someone),
    await env.getAttempts(order_id, someone),
  ];
  expect(ofFee.map(({ payment_id, amount }) => [payment_id, amount])).toEqual([[fee.payment.id, 10_000]]);
  expect(ofRevaluation.map(({ state, amount }) => [state, amount])).toEqual([
    ['not_taken', 50_000],
    ['taken', 50_000],
  ]);
  for (const [purpose, listed] of [
    ['application', ofFee],
    ['revaluation', ofRevaluation],
  ] as const) {
    const request = { application_id: someone.application_id, purpose };
    expect((await env.callAsDesk<PaymentAttempt>(listAttempts, request)).data).toMatchObject(listed);
  }

  const hour = 3_600_000;
  const toIso = (ms: number) => new Date(Date.now() + ms).toISOString();
  const { stdout } = await runCommand({
    service: 'svc-payment',
    name: 'reconcile',
    args: ['--from', toIso(-hour), '--to', toIso(hour)],
    env: await createVariables('svc-payment', env.stage),
  });
  expect(stdout).toContain('2 captured, ₹600.00');
  expect(stdout).toContain('No difference.');
});

test('a second payment goes back, and the one that counts may be reversed and paid by another order', async () => {
  const someone = buildCustomer();
  const order_id = await getRevaluationOrder(someone);
  const { payment } = await env.pay({ order_id, outcome: 'captured' });
  await env.events.waitForEvent(revaluationCaptured, order_id);
  const second = await env.pay({ order_id, outcome: 'captured' });
  await eventually(async () => (await readRefunds(second.payment.id)).length === 1);

  await env.atProvider('refunds', { payment_id: payment.id });
  expect(await env.events.waitForEvent(revaluationReversed, order_id)).toMatchObject({
    application_id: someone.application_id,
    payment_id: payment.id,
    why: 'refund',
  });
  const { data } = await orderRevaluation(someone);
  expect(data).toMatchObject([{ amount: 50_000, round: 2 }]);
  expect(data[0]?.order_id).not.toBe(order_id);
  const receipts = (await env.ledger()).orders.map(({ receipt }) => receipt);
  expect(receipts).toEqual(
    expect.arrayContaining([`${someone.application_id}-R1`, `${someone.application_id}-R2`]),
  );
});

test('a payment after the erasure of its person goes back at once', async () => {
  const someone = buildCustomer();
  const order_id = await getRevaluationOrder(someone);
  await env.events.publish(erasureRequested, { user_id: someone.id, at: new Date().toISOString() });
  await eventually(async () => (await env.database.orders.findOne({ order_id }))?.state === 'replaced');
  const { payment } = await env.pay({ order_id, outcome: 'captured' });
  await eventually(async () => (await readRefunds(payment.id)).length === 1, { timeoutMs: 20_000 });
  expect(await readTypes(order_id)).toEqual([]);
});

test('a revaluation of an examination without a fee for it has no order', async () => {
  const { url, stop } = await env.startSecondInstance({
    EXAM_FILE: await writeExamination(folder, {}, 'without.json'),
  });
  const response = await env.ensureOrder(buildCustomer(), url, 'revaluation');
  await stop();
  expect(response.status).toBe(404);
});
