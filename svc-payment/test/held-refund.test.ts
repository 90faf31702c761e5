import { randomUUID } from 'node:crypto';
import { type AuditRecord, getPaymentAudit, paymentCaptured, paymentReversed } from '@archaka/contracts';
import { eventually, runCommand } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPaymentEnvironment, type PaymentEnvironment } from './support/payment-environment.ts';

let env: PaymentEnvironment;
beforeAll(async () => {
  env = await openPaymentEnvironment({ SECOND_PAYMENT: 'hold' });
});
afterAll(() => env.close());

const runRefunds = (...args: string[]) =>
  runCommand({ service: 'svc-payment', name: 'refunds', args, env: { MONGO_URL: env.stage.mongoUrl } });
const listRefunds = async (payment_id: string) =>
  (await env.ledger()).refunds.filter((refund) => refund.payment_id === payment_id);

/** An applicant who paid twice; the second payment waits for the clerk. */
async function payTwice() {
  const { someone, order_id } = await env.startCheckout();
  await env.pay({ order_id, outcome: 'captured' });
  await env.events.waitForEvent(paymentCaptured, order_id);
  const { payment } = await env.pay({ order_id, outcome: 'captured' });
  const second = async () =>
    (await env.getAttempts(order_id, someone)).find((attempt) => attempt.payment_id === payment.id);
  await eventually(async () => (await second())?.office === 'deciding');
  return { order_id, payment, second, someone };
}

test('a second payment waits for the clerk, who sends it back', async () => {
  const { someone, order_id, payment, second } = await payTwice();
  expect(await second()).toMatchObject({ state: 'taken', returning_by: null });
  expect(await listRefunds(payment.id)).toEqual([]);

  const listed = await runRefunds('list');
  expect(listed.code).toBe(0);
  expect(listed.stdout).toContain(`${payment.id}  Rs 100.00  ${someone.application_id}  ${order_id}`);
  expect(listed.stdout).not.toContain(someone.number);

  const given = ['--by', 'clerk 7', '--why', 'the applicant called'];
  expect(await runRefunds('approve', payment.id, ...given)).toMatchObject({ code: 0 });
  await eventually(async () => (await second())?.state === 'returned', { timeoutMs: 30_000 });
  expect(await second()).toMatchObject({ returning_by: expect.any(String) });
  expect(await listRefunds(payment.id)).toHaveLength(1);
  const says = (await second())?.evidence.map((line) => line.says);
  expect(says).toContain('The office has decided to send this payment back.');
  expect((await runRefunds('list')).stdout).not.toContain(payment.id);
});

test('records who decided about a refund and why, and shows it to the applicant without a name', async () => {
  const { order_id, payment, someone } = await payTwice();
  await runRefunds('refuse', payment.id, '--by', 'clerk 9', '--why', 'asked for it');
  const [entry, ...more] = await env.database.auditEntries.find({ 'subject.orderId': order_id }).toArray();
  expect(entry).toMatchObject({
    action: 'command.refunds',
    actor: { kind: 'operator', id: 'clerk 9' },
    subject: { applicationId: someone.application_id, userId: someone.id },
    detail: { what: 'refuse', payment_id: payment.id },
    why: 'asked for it',
  });
  expect(more).toEqual([]);
  const { data } = await env.call<AuditRecord>(getPaymentAudit.name, order_id, someone);
  expect(data).toMatchObject([{ action: 'command.refunds', actor: 'operator', order_id }]);
  expect(JSON.stringify(data)).not.toContain('clerk 9');
});

test('a payment that the clerk keeps is told as kept, and can still be sent back', async () => {
  const { payment, second } = await payTwice();
  expect(await runRefunds('refuse', payment.id, '--by', 'clerk 7')).toMatchObject({ code: 0 });
  expect(await second()).toMatchObject({ state: 'taken', office: 'kept' });
  expect(await runRefunds('refuse', payment.id, '--by', 'clerk 7')).toMatchObject({ code: 1 });
  expect(await runRefunds('approve', payment.id, '--by', 'clerk 8')).toMatchObject({ code: 0 });
  await eventually(async () => (await second())?.state === 'returned', { timeoutMs: 30_000 });
});

test('when the first payment goes back, the one that waits pays in its place', async () => {
  const { order_id, payment, second } = await payTwice();
  const [first] = (await env.ledger()).payments.filter((one) => one.order_id === order_id);
  await env.atProvider('refunds', { payment_id: first?.id });
  await env.events.waitForEvent(paymentReversed, order_id);
  await eventually(async () => (await second())?.office === undefined);
  const captured = (await env.readPublishedEvents(order_id)).filter(
    ({ type }) => type === 'payment.captured.v1',
  );
  expect(captured.map(({ data }) => (data as { payment_id: string }).payment_id)).toEqual([
    first?.id,
    payment.id,
  ]);
});

test('what cannot be done ends with its code and one sentence', async () => {
  const argumentLists = [
    [],
    ['approve', 'pay_unknown'],
    ['list', 'more'],
    ['approve', `pay_${randomUUID()}`, '--by', 'clerk 7'],
  ];
  const ended = await Promise.all(argumentLists.map((args) => runRefunds(...args)));
  expect(ended.map(({ code }) => code)).toEqual([2, 2, 2, 1]);
  for (const { stderr } of ended) expect(stderr.trim().split('\n')).toHaveLength(1);
});
