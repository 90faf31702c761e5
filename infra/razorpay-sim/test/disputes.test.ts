import { expect, test } from '@jest/globals';
import type { Dispute } from '../src/entities.ts';
import { createTestEnvironment } from './support/environment.ts';

const { on, order, pay } = createTestEnvironment();

const setDisputeStatus = async (payment_id: string, status: string) =>
  (await on.simulator.sim<{ dispute: Dispute }>('disputes', { payment_id, status })).dispute;

test('a dispute is opened, contested and won, with a webhook and its snapshot for each step', async () => {
  const { payment } = await pay((await order()).id);
  const opened = await setDisputeStatus(payment.id, 'open');
  await on.merchant.waitForWebhooks(4, payment.order_id);
  expect(opened).toMatchObject({
    id: expect.stringMatching(/^disp_[A-Za-z0-9]{14}$/),
    payment_id: payment.id,
    amount: 10_000,
    amount_deducted: 0,
    status: 'open',
    phase: 'chargeback',
  });
  expect(opened.respond_by).toBeGreaterThan(opened.created_at);
  await setDisputeStatus(payment.id, 'under_review');
  await on.merchant.waitForWebhooks(5, payment.order_id);
  const won = await setDisputeStatus(payment.id, 'won');
  expect(won).toMatchObject({ id: opened.id, status: 'won', amount_deducted: 0 });
  expect(await on.simulator.razorpay.disputes.fetch(opened.id)).toEqual(won);
  expect((await on.simulator.razorpay.disputes.all()).items[0]).toEqual(won);
  const webhooks = await on.merchant.waitForWebhooks(6, payment.order_id);
  const disputeWebhooks = webhooks.filter(({ event }) => event.startsWith('payment.dispute.'));
  expect(disputeWebhooks.map(({ event, payload }) => [event, payload.dispute?.entity.status])).toEqual([
    ['payment.dispute.created', 'open'],
    ['payment.dispute.under_review', 'under_review'],
    ['payment.dispute.won', 'won'],
  ]);
});

test('more evidence is wanted, the dispute is closed, and the next phase is another dispute', async () => {
  const { payment } = await pay((await order()).id);
  for (const status of ['open', 'under_review', 'open', 'closed']) await setDisputeStatus(payment.id, status);
  const next = (
    await on.simulator.sim<{ dispute: Dispute }>('disputes', {
      ...{ payment_id: payment.id, status: 'open', phase: 'pre_arbitration' },
    })
  ).dispute;
  const webhooks = await on.merchant.waitForWebhooks(8, payment.order_id);
  const disputes = webhooks.filter(({ event }) => event.startsWith('payment.dispute.'));
  const steps = disputes.map(({ event, payload: { dispute } }) => [event, dispute?.entity.phase]);
  expect(steps.toSorted()).toEqual([
    ['payment.dispute.action_required', 'chargeback'],
    ['payment.dispute.closed', 'chargeback'],
    ['payment.dispute.created', 'chargeback'],
    ['payment.dispute.created', 'pre_arbitration'],
    ['payment.dispute.under_review', 'chargeback'],
  ]);
  const ids = new Set(disputes.map(({ payload }) => payload.dispute?.entity.id));
  expect([...ids].filter((id) => id !== next.id)).toHaveLength(1);
});

test('a lost dispute deducts the rest of the payment and stays lost', async () => {
  const { payment } = await pay((await order()).id);
  await on.simulator.sim('refunds', { payment_id: payment.id, amount: 4000 });
  expect(await setDisputeStatus(payment.id, 'lost')).toMatchObject({ status: 'lost', amount_deducted: 6000 });
  expect(await on.simulator.razorpay.payments.fetch(payment.id)).toMatchObject({
    status: 'captured',
    amount_refunded: 4000,
  });
  for (const status of ['open', 'under_review', 'won', 'lost']) {
    const answer = await on.simulator.post('/sim/disputes', { payment_id: payment.id, status });
    expect(answer.status).toBe(400);
  }
});

test('only captured payments can be disputed, and an unknown dispute is not found', async () => {
  const { payment } = await pay((await order()).id, { outcome: 'failed' });
  const answer = await on.simulator.post('/sim/disputes', { payment_id: payment.id, status: 'open' });
  expect(answer.status).toBe(400);
  await expect(on.simulator.razorpay.disputes.fetch('disp_none')).rejects.toMatchObject({
    statusCode: 400,
    error: { description: 'The id provided does not exist' },
  });
});
