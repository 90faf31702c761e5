import {
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
  ticketIssued,
} from '@archaka/contracts';
import { applicant, eventually, readMetric } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitted } from './support/submitted.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

describe('what becomes of a payment', () => {
  test.each(['nobody', 'svc-ticket'] as const)(
    'an application stays unpaid when payment.captured.v1 is signed by %s',
    async (signer) => {
      const { captured, status } = await submitted(portal);
      const forgeries = () => readMetric(portal.service, 'events_dead_lettered_total{reason="forged"}');
      const before = await forgeries();
      await portal.broker.tell(paymentCaptured, captured('pay_forged'), { signer });
      await eventually(async () => (await forgeries()) === before + 1);
      expect(await status()).not.toBe('S');
    },
  );

  test('when it is captured, then the application shows S and the transaction', async () => {
    const { captured, status, record } = await submitted(portal);
    await portal.broker.tell(paymentCaptured, captured('pay_7'));
    await eventually(async () => (await status()) === 'S');
    expect(await record()).toMatchObject({ transaction_id: 'pay_7' });
  });

  test('when captured comes before the order is known here, then it is S and has its order', async () => {
    portal.payment.mode = 'down';
    const user = await portal.user();
    await user.submit();
    portal.payment.mode = 'ok';
    const application_id = String((await user.draft())[0]?.application_id);
    const ids = { application_id, order_id: `order_${application_id}` };
    const at = new Date().toISOString();
    await portal.broker.tell(paymentCaptured, { ...ids, payment_id: 'pay_1', amount: 10000, at });
    await portal.broker.tell(orderCreated, { ...ids, amount: 10000 });
    await eventually(async () => (await user.listed())[0]?.payment_status === 'S');
    expect(await user.listed()).toMatchObject([{ order_id: ids.order_id }]);
    expect(await user.draft()).toEqual([]);
  });

  test('when it failed, then F; when it was cancelled later, then C; when it is captured then, S', async () => {
    const { unpaid, captured, status } = await submitted(portal);
    await portal.broker.tell(paymentFailed, unpaid(minutes(1)));
    await eventually(async () => (await status()) === 'F');
    await portal.broker.tell(paymentCancelled, unpaid(minutes(2), { payment_id: null }));
    await eventually(async () => (await status()) === 'C');
    await portal.broker.tell(paymentCaptured, captured());
    await eventually(async () => (await status()) === 'S');
  });

  test('when the earlier of two arrives last, then the later one stands', async () => {
    const { unpaid, status } = await submitted(portal);
    await portal.broker.tell(paymentCancelled, unpaid(minutes(2)));
    await eventually(async () => (await status()) === 'C');
    await portal.taken(await portal.broker.tell(paymentFailed, unpaid(minutes(1))));
    expect(await status()).toBe('C');
    await portal.broker.tell(paymentFailed, unpaid(minutes(3)));
    await eventually(async () => (await status()) === 'F');
  });

  test('when captured arrives twice, and failed and cancelled after it, then it stays S as first paid', async () => {
    const { unpaid, captured, order, record, status } = await submitted(portal);
    const first = captured('pay_first');
    await portal.broker.tell(paymentCaptured, first, { id: 'same-envelope' });
    await portal.broker.tell(paymentCaptured, first, { id: 'same-envelope' });
    await eventually(async () => (await status()) === 'S');
    const later = await Promise.all([
      portal.broker.tell(paymentCaptured, captured('pay_second')),
      portal.broker.tell(paymentFailed, unpaid(minutes(5))),
      portal.broker.tell(paymentCancelled, unpaid(minutes(6))),
      portal.broker.tell(orderCreated, order),
    ]);
    await Promise.all(later.map(portal.taken));
    expect(await record()).toMatchObject({ payment_status: 'S', transaction_id: 'pay_first' });
  });

  test('when tickets are reported in any order, then the newest version counts', async () => {
    const { ids, record } = await submitted(portal);
    const ticket = (version: number) => ({
      application_id: ids.application_id,
      version,
      at: new Date().toISOString(),
    });
    await portal.broker.tell(ticketIssued, ticket(3));
    await eventually(async () => (await record())?.ticket_version === 3);
    await portal.taken(await portal.broker.tell(ticketIssued, ticket(2)));
    expect((await record())?.ticket_version).toBe(3);
    await portal.broker.tell(ticketIssued, ticket(4));
    await eventually(async () => (await record())?.ticket_version === 4);
  });

  test('when an application is paid, then it is not submitted again', async () => {
    const { user, captured, status, ids } = await submitted(portal);
    await portal.broker.tell(paymentCaptured, captured());
    await eventually(async () => (await status()) === 'S');
    expect((await user.submit()).body.status).toBe(420);
    expect((await user.pay({ application_id: ids.application_id })).body.status).toBe(420);
    expect((await user.save()).body.status).toBe(420);
  });
});

describe('money that goes back at the provider or the bank', () => {
  test('turns a paid application back, its hold begins to end, and a new order can pay it', async () => {
    const { user, ids, captured, status, record, holdEnds } = await submitted(portal);
    await portal.broker.tell(paymentCaptured, captured('pay_1'));
    await eventually(async () => (await status()) === 'S');
    const at = new Date().toISOString();
    await portal.broker.tell(paymentReversed, { ...ids, payment_id: 'pay_1', why: 'chargeback', at });
    await eventually(async () => (await status()) === 'F');
    expect(await record()).toMatchObject({ transaction_id: '', order_id: ids.order_id });
    for (const end of await holdEnds()) expect(Number(end)).toBeGreaterThan(Date.now());

    const next = { application_id: ids.application_id, order_id: `${ids.order_id}_2` };
    await portal.broker.tell(orderCreated, { ...next, amount: 10000, round: 2 });
    await eventually(async () => (await record())?.order_id === next.order_id);
    expect(await status()).toBe('');
    await portal.broker.tell(paymentCaptured, { ...next, payment_id: 'pay_2', amount: 10000, at });
    await eventually(async () => (await status()) === 'S');
    expect(await record()).toMatchObject({ transaction_id: 'pay_2' });
    expect(await holdEnds()).toEqual([null, null]);
    for (const order_id of [ids.order_id, next.order_id]) {
      const { body } = await user.call('getpaymnetstatus', { order_id });
      expect(body.data).toMatchObject([{ application_id: ids.application_id, payment_status: 'S' }]);
    }
  });

  test('of a payment heard of only later leaves the application unpaid', async () => {
    const { ids, captured, status } = await submitted(portal);
    const at = new Date().toISOString();
    await portal.taken(
      await portal.broker.tell(paymentReversed, { ...ids, payment_id: 'pay_1', why: 'refund', at }),
    );
    await portal.taken(await portal.broker.tell(paymentCaptured, captured('pay_1')));
    expect(await status()).toBe('');
  });
});

describe('the hold on mobile and Aadhaar', () => {
  test('when every attempt is dead, then it ends in 24 hours, and not before another may take it', async () => {
    const { user, unpaid, holdEnds, status, endHold } = await submitted(portal);
    await portal.broker.tell(paymentFailed, unpaid(minutes(1)));
    await eventually(async () => (await status()) === 'F');
    const day = Date.now() + 24 * 60 * 60 * 1000;
    for (const end of await holdEnds()) expect(Math.abs(Number(end) - day)).toBeLessThan(60_000);
    const other = await portal.user();
    const { aadhar } = user.person;
    expect((await other.submit({ aadhar })).body.status).toBe(421);
    await endHold();
    expect((await other.submit({ aadhar })).body.status).toBe(200);
    expect((await user.pay({ application_id: (await user.listed())[0]?.application_id })).body.status).toBe(
      421,
    );
  });

  test('when some attempt may still succeed, then it does not end', async () => {
    const { unpaid, status, holdEnds } = await submitted(portal);
    await portal.broker.tell(paymentFailed, unpaid(minutes(1), { all_attempts_dead: false }));
    await eventually(async () => (await status()) === 'F');
    expect(await holdEnds()).toEqual([null, expect.any(Date)]);
  });

  test('when the same form is submitted again, then the order is the same and the hold has its full time', async () => {
    const { user, unpaid, status, ids, endHold, holdEnds } = await submitted(portal);
    await portal.broker.tell(paymentFailed, unpaid(minutes(1)));
    await eventually(async () => (await status()) === 'F');
    await endHold();
    expect((await user.submit()).body.orderId?.id).toBe(ids.order_id);
    for (const end of await holdEnds()) expect(Number(end)).toBeGreaterThan(Date.now());
  });

  test('when an Aadhaar is not paid for, then it is free a day after it was first submitted, whatever its holder did since', async () => {
    const { user, unpaid, status, ids } = await submitted(portal);
    const { aadhar } = user.person;
    const id = ids.application_id;
    const day = 24 * 60 * 60 * 1000;
    const since = new Date(Date.now() - day + 60_000);
    const holds = portal.database.collection<{ _id: string; since: Date }>('firstholds');
    const { modifiedCount } = await holds.updateMany(
      { _id: new RegExp(`:${user.person.id}$`) },
      { $set: { since } },
    );
    expect(modifiedCount).toBe(1);
    const edit = async (changes: object) =>
      user.call('upadteapplication', await user.form({ id, save_id: 2, ...changes }));

    await portal.broker.tell(paymentFailed, unpaid(minutes(1)));
    await eventually(async () => (await status()) === 'F');
    expect((await user.submit()).body.orderId?.id).toBe(ids.order_id);
    expect((await user.pay({ application_id: id, name: 'Changed' })).body.status).toBe(200);
    expect((await edit({ aadhar: applicant().aadhar })).body.status).toBe(200);
    expect((await edit({ aadhar })).body.status).toBe(200);

    const claims = portal.database.collection<{ _id: string; freeAfter: Date | null }>('claims');
    const held = await claims.findOne({ applicationId: id, _id: /^aadhaar:/ });
    expect(held?.freeAfter).toEqual(new Date(since.getTime() + day));
    await claims.updateOne({ _id: String(held?._id) }, { $set: { freeAfter: new Date() } });
    await holds.updateMany(
      { _id: new RegExp(`:${user.person.id}$`) },
      { $set: { since: new Date(since.getTime() - day) } },
    );
    expect((await user.submit({ name: 'Changed again' })).http).toBe(200);
    const owner = await submitted(portal, { aadhar });
    expect(owner.ids.order_id).toMatch(/^order_/);
    await portal.broker.tell(paymentCaptured, owner.captured());
    await eventually(async () => (await owner.status()) === 'S');
  });

  test('when it has ended, then the applicant may begin another application', async () => {
    const { user, unpaid, status, endHold, ids } = await submitted(portal);
    await portal.broker.tell(paymentFailed, unpaid(minutes(1)));
    await eventually(async () => (await status()) === 'F');
    await endHold();
    const saved = await user.save({ name: 'Begun anew' });
    expect(saved.body.status).toBe(200);
    const id = saved.body.data[0]?.application_id;
    expect(id).not.toBe(ids.application_id);
    expect((await user.pay({ application_id: id, name: 'Begun anew' })).body.status).toBe(200);
    expect(await user.listed()).toMatchObject([{ application_id: id }, ids]);
  });

  test('when it is captured after the hold ended and nobody took it, then it holds for good', async () => {
    const { user, unpaid, captured, status, endHold, holdEnds } = await submitted(portal);
    await portal.broker.tell(paymentFailed, unpaid(minutes(1)));
    await eventually(async () => (await status()) === 'F');
    await endHold();
    await portal.broker.tell(paymentCaptured, captured());
    await eventually(async () => (await status()) === 'S');
    expect(await holdEnds()).toEqual([null, null]);
    const other = await portal.user();
    expect((await other.submit({ aadhar: user.person.aadhar })).body.status).toBe(421);
  });

  test('when it is captured after another took the Aadhaar, then the claim is lost, and told once', async () => {
    const { user, unpaid, captured, status, endHold, ids } = await submitted(portal);
    await portal.broker.tell(paymentFailed, unpaid(minutes(1)));
    await eventually(async () => (await status()) === 'F');
    await endHold();
    const other = await submitted(portal, { aadhar: user.person.aadhar });
    const late = captured('pay_late');
    await portal.taken(await portal.broker.tell(paymentCaptured, late));
    await portal.taken(await portal.broker.tell(paymentCaptured, late));
    await portal.broker.tell(paymentCaptured, other.captured());
    await eventually(async () => (await other.status()) === 'S');
    const lost = () =>
      portal.broker.about(ids.application_id).filter(({ type }) => type === 'application.claim-lost.v1');
    await eventually(() => lost().length > 0);
    expect(lost().map(({ data }) => data)).toEqual([{ ...ids, payment_id: 'pay_late' }]);
    expect(await status()).toBe('F');
  });
});

describe('events that do not fit', () => {
  test('when one is about an unknown application, then the service goes on', async () => {
    const ids = { application_id: 'ARC24-00000000', order_id: 'order_x' };
    await portal.broker.tell(orderCreated, { ...ids, amount: 1 });
    const { captured, status } = await submitted(portal);
    await portal.broker.tell(paymentCaptured, captured());
    await eventually(async () => (await status()) === 'S');
  });
});
