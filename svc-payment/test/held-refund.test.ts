import {
  type AuditRecord,
  type CaseAttempt,
  decidePendingRefund,
  getPaymentAudit,
  listAttempts,
  listPendingRefunds,
  type PaymentAttempt,
  type PendingRefund,
  paymentCaptured,
} from '@archaka/contracts';
import { createOperatorToken, createVariables, eventually, runCommand } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { openPaymentEnvironment } from './support/payment-environment.ts';

/** The service needs two people for every refund; commands do where they are run so. */
const env = await openPaymentEnvironment({ SECOND_PAYMENT: 'hold', TWO_PEOPLE_ABOVE_PAISE: '9999' });

type Operator = Parameters<typeof createOperatorToken>[0];

/** As any operator, or as this one while two must approve every refund. */
const runRefunds = async (args: string[], operator?: Operator) =>
  runCommand({
    service: 'svc-payment',
    name: 'refunds',
    args,
    env: {
      ...(await createVariables('svc-payment', env.stage)),
      ...(operator && { TWO_PEOPLE_ABOVE_PAISE: '9999' }),
    },
    ...(operator && { operatorToken: await createOperatorToken(operator) }),
  });
const listRefunds = async (payment_id: string) =>
  (await env.ledger()).refunds.filter((refund) => refund.payment_id === payment_id);

/** An applicant who paid twice; the second payment awaits the clerk. */
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

test('svc-desk reads the attempts as their applicant does, and none of an unknown application', async () => {
  const { order_id: visited, someone } = await payTwice();
  const readAsDesk = async (application_id: string) =>
    (await env.callAsDesk<CaseAttempt>(listAttempts, { application_id })).data.map(
      ({ order_id, opened_at: _opened, ...attempt }) => {
        expect(order_id).toBe(visited);
        return attempt;
      },
    );
  // A poll may come between the two reads.
  const withoutPolls = (attempts: readonly PaymentAttempt[]) =>
    attempts.map(({ last_checked: _last, evidence: _evidence, ...attempt }) => attempt);
  const own = await env.getAttempts(visited, someone);
  expect(own.map(({ office }) => office)).toContain('deciding');
  expect(withoutPolls(await readAsDesk(someone.application_id))).toEqual(withoutPolls(own));
  expect(await readAsDesk('ARC24-0000000Y')).toEqual([]);
});

test('holds a second payment until the clerk approves its refund', async () => {
  const { someone, order_id, payment, second } = await payTwice();
  expect(await second()).toMatchObject({ state: 'taken', returning_by: null });
  expect(await listRefunds(payment.id)).toEqual([]);

  const listed = await runRefunds(['list']);
  expect(listed.code).toBe(0);
  expect(listed.stdout).toContain(`${payment.id}  ₹100.00  ${someone.application_id}  ${order_id}`);
  expect(listed.stdout).not.toContain(someone.number);

  const why = ['--why', 'the applicant called'];
  expect(await runRefunds(['approve', payment.id, ...why])).toMatchObject({ code: 0 });
  await eventually(async () => (await second())?.state === 'returned', { timeoutMs: 30_000 });
  expect(await second()).toMatchObject({ returning_by: expect.any(String) });
  expect(await listRefunds(payment.id)).toHaveLength(1);
  const says = (await second())?.evidence.map((line) => line.says);
  expect(says).toContain('The office has decided to send this payment back.');
  expect((await runRefunds(['list'])).stdout).not.toContain(payment.id);
});

test('shows a payment whose refund was rejected as kept, with an audit entry without the name, and can still refund it', async () => {
  const { order_id, payment, second, someone } = await payTwice();
  expect(await runRefunds(['refuse', payment.id, '--why', 'asked for it'])).toMatchObject({ code: 0 });
  expect(await second()).toMatchObject({ state: 'taken', office: 'kept' });
  const [entry, ...more] = await env.database.auditEntries.find({ 'subject.orderId': order_id }).toArray();
  expect(entry).toMatchObject({
    action: 'command.refunds',
    actor: { kind: 'operator', id: 'operator-1' },
    subject: { applicationId: someone.application_id, userId: someone.id },
    detail: { what: 'refuse', payment_id: payment.id },
    why: 'asked for it',
  });
  expect(more).toEqual([]);
  const { data } = await env.call<AuditRecord>(getPaymentAudit.name, order_id, someone);
  expect(data).toMatchObject([{ action: 'command.refunds', actor: 'operator', order_id }]);
  expect(JSON.stringify(data)).not.toContain('operator-1');

  const again = await runRefunds(['refuse', payment.id]);
  expect([again.code, again.stderr.trim().split('\n')]).toEqual([1, [expect.any(String)]]);
  expect(await runRefunds(['approve', payment.id])).toMatchObject({ code: 0 });
  await eventually(async () => (await second())?.state === 'returned', { timeoutMs: 30_000 });
});

test('refunds above the limit when a second clerk approves, and rejects a decision without the role clerk', async () => {
  const { payment, second } = await payTwice();
  const approve = (id: string, role: Operator['roles'][number] = 'clerk') =>
    runRefunds(['approve', payment.id], { id, roles: [role] });
  const ended = await approve('ravana', 'administrator');
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('needs the role clerk') });
  expect(await second()).toMatchObject({ office: 'deciding' });
  const waits = expect.stringContaining('waits for the approval of a second operator');
  expect(await approve('sita')).toMatchObject({ code: 0, stdout: waits });
  expect((await runRefunds(['list'])).stdout).toContain('one of two operators has approved it');
  const repeats = expect.stringContaining('You have already approved');
  expect(await approve('sita')).toMatchObject({ code: 1, stderr: repeats });
  expect(await second()).toMatchObject({ state: 'taken', office: 'deciding' });
  expect(await approve('rama')).toMatchObject({ code: 0 });
  await eventually(async () => (await second())?.state === 'returned', { timeoutMs: 30_000 });
});

test('refunds by two members of the staff of svc-desk above the limit, recorded with their reasons', async () => {
  const { someone, order_id, payment, second } = await payTwice();
  const find = async () =>
    (await env.callAsDesk<PendingRefund>(listPendingRefunds, {})).data.find(
      ({ payment_id }) => payment_id === payment.id,
    );
  const decide = (staff_id: string, outcome = 'approve') =>
    env.callAsDesk<{ result: string }>(decidePendingRefund, {
      payment_id: payment.id,
      outcome,
      staff_id,
      why: 'paid twice by mistake',
    });
  expect(await find()).toMatchObject({
    order_id,
    application_id: someone.application_id,
    amount: 10_000,
    reason: 'paid-twice',
    status: 'deciding',
  });
  expect(JSON.stringify(await find())).not.toContain(someone.number);

  expect(await decide('sita')).toMatchObject({ outcome: 200, data: [{ result: 'awaiting-second' }] });
  expect(await find()).toMatchObject({ approved_by: 'sita' });
  expect((await decide('sita')).outcome).toBe(421);
  expect(await decide('rama')).toMatchObject({ outcome: 200, data: [{ result: 'refunding' }] });
  expect((await decide('rama')).outcome).toBe(420);
  await eventually(async () => (await second())?.state === 'returned', { timeoutMs: 30_000 });
  expect(await listRefunds(payment.id)).toHaveLength(1);
  expect(await find()).toBeUndefined();

  const entries = await env.database.auditEntries
    .find({ 'subject.orderId': order_id })
    .sort({ at: 1 })
    .toArray();
  expect(entries.map(({ actor, detail, why }) => [actor.id, detail.result, why])).toEqual([
    ['sita', 'awaiting-second', 'paid twice by mistake'],
    ['sita', 'same-person', 'paid twice by mistake'],
    ['rama', 'refunding', 'paid twice by mistake'],
    ['rama', 'nothing-pending', 'paid twice by mistake'],
  ]);
});
