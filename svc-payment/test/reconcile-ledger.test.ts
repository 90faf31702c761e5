import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paymentCaptured } from '@archaka/contracts';
import { createVariables, eventually, runCommand } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { openPaymentEnvironment } from './support/payment-environment.ts';

const env = await openPaymentEnvironment();
const folder = await mkdtemp(join(tmpdir(), 'compare-books-'));
afterAll(() => rm(folder, { recursive: true }));

/** The command as an operator runs it in production: configured by the environment only. */
async function reconcile(args: string[]) {
  const { code, stdout, stderr } = await runCommand({
    service: 'svc-payment',
    name: 'reconcile',
    args,
    env: await createVariables('svc-payment', env.stage),
  });
  return { code, out: stdout, err: stderr };
}

const HOUR_MS = 3_600_000;
const toIsoInHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const toRecentRange = () => ['--from', toIsoInHours(-1), '--to', toIsoInHours(1)];

/** A payment that both sides have, without a pending report. */
async function payOrder() {
  const visit = await env.startCheckout();
  const { payment } = await env.pay({ order_id: visit.order_id, outcome: 'captured', webhooks: [] });
  await env.call('recheckpayment', visit.order_id, visit.someone);
  await env.events.waitForEvent(paymentCaptured, visit.order_id);
  return { ...visit, id: payment.id };
}

test('prints both sums and exits with 0 when the ledgers agree', async () => {
  const { order_id, someone } = await payOrder();
  await env.pay({ order_id, outcome: 'captured' });
  await eventually(async () => (await env.getAttempts(order_id, someone))[1]?.state === 'returned', {
    timeoutMs: 20_000,
  });

  const { code, out } = await reconcile(toRecentRange());

  const sums = '2 captured, ₹200.00; refunded ₹100.00; net ₹100.00';
  expect(out).toContain(`at Razorpay: ${sums}\nin the ledger: ${sums}\n`);
  expect(out).toContain('No difference.');
  expect(code).toBe(0);
});

test('prints each difference as a sentence and in the table, and exits with 1', async () => {
  const { attempts, orders } = env.database;
  const agreed = await payOrder();
  const [untaken, wrong, back, failed] = [
    await payOrder(),
    await payOrder(),
    await payOrder(),
    await payOrder(),
  ];
  await attempts.updateOne({ payment_id: untaken.id }, { $set: { state: 'failed' } });
  await orders.updateOne({ order_id: untaken.order_id }, { $set: { state: 'attempted', payment_id: null } });
  await attempts.updateOne({ payment_id: wrong.id }, { $set: { amount: 9_999 } });
  await env.faults({ webhooks: 'lose', rate: 1 });
  await env.atProvider('refunds', { payment_id: back.id });
  const late = await env.pay({ order_id: failed.order_id, outcome: 'failed' });
  await attempts.updateOne({ payment_id: failed.id }, { $set: { payment_id: late.payment.id } });
  const foreign = await env.pay({ order_id: await env.createForeignOrder(), outcome: 'captured' });
  const lost = { ...(await attempts.findOne({ payment_id: agreed.id })), payment_id: 'pay_NOBODYKNOWS' };
  await attempts.insertOne({ ...lost, _id: 'attempt-of-nobody' as never });
  const unpaid = await env.startCheckout();
  const begun = await env.pay({ order_id: unpaid.order_id, outcome: 'captured' });
  const file = join(folder, 'differences.csv');

  const { code, out } = await reconcile([...toRecentRange(), '--csv', file]);

  const table = (await readFile(file, 'utf8')).trim().split('\n');
  expect(table[0]).toBe(
    'verdict,kind,what,application_id,order_id,payment_id,amount,currency,at_razorpay,in_ledger',
  );
  const readKinds = (payment_id: string) =>
    table.filter((row) => row.includes(`,${payment_id},`)).map((row) => row.split(',', 2).join(' '));
  expect(readKinds(agreed.id)).toEqual(['difference paid-twice']);
  expect(readKinds(untaken.id)).toEqual([
    'difference not-captured-in-ledger',
    'difference order-unpaid-in-ledger',
  ]);
  expect(readKinds(wrong.id)).toEqual(['difference amount-differs']);
  expect(readKinds(back.id)).toEqual(['difference not-refunded-in-ledger']);
  expect(readKinds(failed.id)).toEqual(['open missing-in-ledger', 'open paid-twice']);
  expect(readKinds(late.payment.id)).toEqual(['difference not-captured-at-razorpay']);
  expect(readKinds(foreign.payment.id)).toEqual(['difference unknown-order']);
  expect(readKinds('pay_NOBODYKNOWS')).toEqual(['difference missing-at-razorpay']);
  expect(readKinds(begun.payment.id)).toEqual(['open missing-in-ledger', 'open order-unpaid-in-ledger']);
  expect(out).toContain(
    `${wrong.id} on ${wrong.order_id} of ${wrong.someone.application_id} ₹100.00: Razorpay has ‘₹100.00’, the ledger has ‘₹99.99’.`,
  );
  expect(out).toMatch(/Payments in the ledger that Razorpay does not have \(1\)/);
  expect(out).toMatch(/The captured sums differ \(1\)/);
  for (const { someone } of [agreed, wrong]) expect(out + table).not.toContain(someone.number);
  expect(code).toBe(1);
});

test('reads payments to the last page, and prints the table to stdout with --csv -', async () => {
  const { order_id } = await env.startCheckout();
  for (let made = 0; made < 101; made += 1) await env.pay({ order_id, outcome: 'failed', webhooks: [] });

  const { out } = await reconcile([...toRecentRange(), '--csv', '-']);

  expect(out.split('\n').filter((row) => row.includes(order_id))).toHaveLength(101);
  expect(out).toMatch(/^verdict,kind,/);
});

test('prints no comparison and exits with 1 when Razorpay does not respond', async () => {
  await env.faults({ payments_api: 'down', rate: 1 });
  const { code, out, err } = await reconcile(toRecentRange());
  expect(err).toMatch(/^reconcile: razorpay did not respond .*\n$/);
  expect([code, out]).toEqual([1, '']);
});
