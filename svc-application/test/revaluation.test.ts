import {
  type RecordedRevaluation,
  resultPublished,
  revaluationCaptured,
  revaluationChanged,
  revaluationReversed,
} from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import { setUpApplication, submitApplication } from './support/service.ts';

const portal = setUpApplication(() => ({ examination: { revaluation: { fee_paise: 50_000, days: 30 } } }));

const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const soon = () => new Date(Date.now() + 60_000).toISOString();

const toPapers = (a: number, s: number | null) => [
  { paper: 'A', marks: a },
  { paper: 'S', marks: s },
  { paper: 'O', marks: null },
];

async function submitWithResult(publishedAt = daysAgo(1)) {
  const submission = await submitApplication(portal);
  const { user, ids } = submission;
  const { application_id } = ids;
  await submission.capture(`pay_${application_id}`);
  const publish = async (
    revision: number,
    papers: ReturnType<typeof toPapers>,
    published_at: string,
    uploaded_at = published_at,
  ) => {
    const result = { revision, outcome: 'failed' as const, papers, published_at, uploaded_at };
    const event = { application_id, user_id: user.person.id, ...result };
    await portal.waitUntilHandled(await portal.broker.publish(resultPublished, event));
  };
  await publish(1, toPapers(31, 72), publishedAt);
  const request = (papers: readonly string[], by = user) =>
    by.call('requestrevaluation', { application_id, papers });
  const toPayment = (payment: string) => ({
    application_id,
    order_id: portal.payment.orders.get(`${application_id} revaluation`) ?? '',
    payment_id: `${payment}_${application_id}`,
    at: new Date().toISOString(),
  });
  const capture = async (payment = 'pay') => {
    const event = { ...toPayment(payment), amount: 50_000 };
    await portal.waitUntilHandled(await portal.broker.publish(revaluationCaptured, event));
    return event;
  };
  const reverse = async (payment = 'pay') => {
    const event = { ...toPayment(payment), why: 'refund' as const };
    await portal.waitUntilHandled(await portal.broker.publish(revaluationReversed, event));
  };
  const read = async () => (await submission.readRecord())?.revaluation as RecordedRevaluation | undefined;
  return { user, id: application_id, ids, publish, request, capture, reverse, read };
}

describe('a revaluation', () => {
  test('has the marks at its request, and once it is paid those of the next result that has its papers', async () => {
    const { id, ids, user, request, capture, publish, read } = await submitWithResult();
    expect(await read()).toBeUndefined();
    expect((await request(['A'])).body.status).toBe(200);
    const { body } = await request(['S', 'A']);
    const order_id = portal.payment.orders.get(`${id} revaluation`);
    expect(order_id).not.toBe(ids.order_id);
    expect(body.data).toEqual([{ order_id, amount: 10_000 }]);
    const asRequested = [
      { paper: 'A', marks: 31 },
      { paper: 'S', marks: 72 },
    ];
    expect(await read()).toMatchObject({ state: 'unpaid', papers: asRequested, order_id });
    const byOrder = await user.call('getpaymnetstatus', { order_id });
    expect(byOrder.body.data).toMatchObject([{ application_id: id, order_id: ids.order_id }]);

    const { at } = await capture();
    expect(await portal.broker.waitForEvent(revaluationChanged, id)).toEqual({ application_id: id });
    expect(await read()).toMatchObject({ state: 'waiting', papers: asRequested, paid_at: at });
    expect((await request(['A'])).body.status).toBe(421);

    await publish(2, toPapers(32, 72).slice(0, 1), soon());
    expect(await read()).toMatchObject({ state: 'waiting', papers: asRequested });
    await publish(3, toPapers(45, 72), soon());
    expect(await read()).toMatchObject({
      state: 'complete',
      papers: [
        { paper: 'A', marks: 31, new_marks: 45 },
        { paper: 'S', marks: 72, new_marks: 72 },
      ],
    });
  });

  test('is not complete by a mark sheet that was uploaded before its payment, also when it is published after it', async () => {
    const { request, capture, publish, read } = await submitWithResult();
    await request(['A']);
    const before = new Date().toISOString();
    await capture();
    await publish(2, toPapers(45, 72), soon(), before);
    expect(await read()).toMatchObject({ state: 'waiting', papers: [{ paper: 'A', marks: 31 }] });
  });

  test('whose fee went back is requested again, also when the payment is known after its reversal', async () => {
    const { request, capture, reverse, read } = await submitWithResult();
    await request(['A']);
    await reverse();
    await capture();
    expect(await read()).toMatchObject({ state: 'returned' });
    expect((await request(['S'])).body.status).toBe(200);
    await capture('pay_again');
    expect(await read()).toMatchObject({ state: 'waiting', papers: [{ paper: 'S', marks: 72 }] });
  });

  test('stays requested while svc-payment is down, and gets its order by the next request', async () => {
    const { request, read } = await submitWithResult();
    portal.payment.mode = 'down';
    expect((await request(['A'])).http).toBe(503);
    portal.payment.mode = 'ok';
    const stored = await read();
    expect(stored).toMatchObject({ state: 'unpaid', papers: [{ paper: 'A', marks: 31 }] });
    expect(stored).not.toHaveProperty('order_id');
    expect((await request(['A'])).body.status).toBe(200);
    expect(await read()).toHaveProperty('order_id');
  });

  test('is of published papers with marks, of the own application, until the last day', async () => {
    const { id, user, request, read } = await submitWithResult();
    for (const papers of [[], ['X'], ['A', 'O'], ['A'.repeat(11)]])
      expect((await request(papers)).http).toBe(400);
    const [late, lastDay, unpublished] = [
      await submitWithResult(daysAgo(31)),
      await submitWithResult(daysAgo(30)),
      await submitApplication(portal),
    ];
    expect((await request(['A'], late.user)).http).toBe(403);
    expect((await late.request(['A'])).body.status).toBe(420);
    expect((await lastDay.request(['A'])).body.status).toBe(200);
    const early = { application_id: unpublished.ids.application_id, papers: ['A'] };
    expect((await unpublished.user.call('requestrevaluation', early)).body.status).toBe(420);
    const unknown = { application_id: 'ARC24-00000000', papers: ['A'] };
    expect((await user.call('requestrevaluation', unknown)).http).toBe(404);
    expect(await read()).toBeUndefined();

    await request(['A']);
    const row = await portal.database.collection<{ _id: string }>('applications').findOne({ _id: id });
    expect(JSON.stringify(row)).not.toMatch(/"paper":/);
  });
});
