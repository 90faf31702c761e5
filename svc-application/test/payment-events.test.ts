import {
  erasureRequested,
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
  ticketIssued,
} from '@archaka/contracts';
import { buildApplicant, eventually, readMetric } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitApplication } from './support/submit-application.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const minutesFromNow = (count: number) => new Date(Date.now() + count * 60_000);

describe('the outcome of a payment', () => {
  test.each(['nobody', 'svc-ticket'] as const)(
    'an application stays unpaid when payment.captured.v1 is signed by %s',
    async (signer) => {
      const { buildCaptured, readStatus } = await submitApplication(portal);
      const countForged = () => readMetric(portal.service, 'events_dead_lettered_total{reason="forged"}');
      const before = await countForged();
      await portal.broker.publish(paymentCaptured, buildCaptured('pay_forged'), { signer });
      await eventually(async () => (await countForged()) === before + 1);
      expect(await readStatus()).not.toBe('S');
    },
  );

  test('shows S and its order when the capture arrives before the order', async () => {
    portal.payment.mode = 'down';
    const user = await portal.createUser();
    await user.submit();
    portal.payment.mode = 'ok';
    const application_id = String((await user.getDraft())[0]?.application_id);
    const ids = { application_id, order_id: `order_${application_id}` };
    const at = new Date().toISOString();
    await portal.broker.publish(paymentCaptured, { ...ids, payment_id: 'pay_1', amount: 10000, at });
    await portal.broker.publish(orderCreated, { ...ids, amount: 10000 });
    await eventually(async () => (await user.listApplications())[0]?.payment_status === 'S');
    expect(await user.listApplications()).toMatchObject([{ order_id: ids.order_id }]);
    expect(await user.getDraft()).toEqual([]);
  });

  test("stays S with its order when the capture arrives before the order's response", async () => {
    portal.payment.beforeAnswer = async (order) => {
      const captured = { ...order, payment_id: 'pay_1', amount: 10000, at: new Date().toISOString() };
      await portal.waitUntilHandled(await portal.broker.publish(paymentCaptured, captured));
    };
    const { ids, readRecord } = await submitApplication(portal).finally(() => {
      delete portal.payment.beforeAnswer;
    });
    expect(await readRecord()).toMatchObject({ payment_status: 'S', order_id: ids.order_id });
    const stored = { _id: ids.application_id as never, 'orders.orderId': ids.order_id };
    expect(await portal.database.collection('applications').countDocuments(stored)).toBe(1);
  });

  test('retains the later of two events when the earlier arrives last', async () => {
    const { buildUnpaid, readStatus } = await submitApplication(portal);
    await portal.broker.publish(paymentCancelled, buildUnpaid(minutesFromNow(2)));
    await eventually(async () => (await readStatus()) === 'C');
    await portal.waitUntilHandled(await portal.broker.publish(paymentFailed, buildUnpaid(minutesFromNow(1))));
    expect(await readStatus()).toBe('C');
    await portal.broker.publish(paymentFailed, buildUnpaid(minutesFromNow(3)));
    await eventually(async () => (await readStatus()) === 'F');
  });

  test("uses the newest version's ticket, reported in any order", async () => {
    const { ids, readRecord } = await submitApplication(portal);
    const buildTicket = (version: number) => ({
      application_id: ids.application_id,
      version,
      at: new Date().toISOString(),
    });
    await portal.broker.publish(ticketIssued, buildTicket(3));
    await eventually(async () => (await readRecord())?.ticket_version === 3);
    await portal.waitUntilHandled(await portal.broker.publish(ticketIssued, buildTicket(2)));
    expect((await readRecord())?.ticket_version).toBe(3);
    await portal.broker.publish(ticketIssued, buildTicket(4));
    await eventually(async () => (await readRecord())?.ticket_version === 4);
  });

  test('uses the seat of the latest ticket', async () => {
    const { ids, readRecord } = await submitApplication(portal);
    const buildTicket = (roll_number: string, minute: number) => ({
      application_id: ids.application_id,
      version: 1,
      at: `2026-11-25T10:0${minute}:00.000Z`,
      hall: { roll_number, centre: { name: 'Hall', name_te: 'హాల్', address: 'Street', address_te: 'వీధి' } },
    });
    await portal.broker.publish(ticketIssued, { ...buildTicket('', 0), hall: undefined });
    await eventually(async () => (await readRecord())?.ticket_version === 1);
    expect(await readRecord()).not.toHaveProperty('hall');
    await portal.broker.publish(ticketIssued, buildTicket('24-101-0002', 2));
    await eventually(async () => JSON.stringify(await readRecord()).includes('24-101-0002'));
    await portal.waitUntilHandled(await portal.broker.publish(ticketIssued, buildTicket('24-101-0001', 1)));
    expect((await readRecord())?.hall).toEqual(buildTicket('24-101-0002', 2).hall);
  });
});

describe('a reversal at the provider or the bank', () => {
  test('reverses a paid application, its hold starts to end, and a new order can pay it', async () => {
    const { user, ids, buildCaptured, readStatus, readRecord, readClaimExpiries } =
      await submitApplication(portal);
    await portal.broker.publish(paymentCaptured, buildCaptured('pay_1'));
    await eventually(async () => (await readStatus()) === 'S');
    const at = new Date().toISOString();
    await portal.broker.publish(paymentReversed, { ...ids, payment_id: 'pay_1', why: 'chargeback', at });
    await eventually(async () => (await readStatus()) === 'F');
    expect(await readRecord()).toMatchObject({ transaction_id: '', order_id: ids.order_id });
    for (const end of await readClaimExpiries()) expect(Number(end)).toBeGreaterThan(Date.now());

    const next = { application_id: ids.application_id, order_id: `${ids.order_id}_2` };
    await portal.broker.publish(orderCreated, { ...next, amount: 10000, round: 2 });
    await eventually(async () => (await readRecord())?.order_id === next.order_id);
    expect(await readStatus()).toBe('');
    await portal.broker.publish(paymentCaptured, { ...next, payment_id: 'pay_2', amount: 10000, at });
    await eventually(async () => (await readStatus()) === 'S');
    expect(await readRecord()).toMatchObject({ transaction_id: 'pay_2' });
    expect(await readClaimExpiries()).toEqual([null, null]);
    for (const order_id of [ids.order_id, next.order_id]) {
      const { body } = await user.call('getpaymnetstatus', { order_id });
      expect(body.data).toMatchObject([{ application_id: ids.application_id, payment_status: 'S' }]);
    }
  });

  test('reverses the application when its capture arrives later', async () => {
    const { ids, buildCaptured, readStatus, readClaimExpiries } = await submitApplication(portal);
    const at = new Date().toISOString();
    await portal.waitUntilHandled(
      await portal.broker.publish(paymentReversed, { ...ids, payment_id: 'pay_1', why: 'refund', at }),
    );
    await portal.waitUntilHandled(await portal.broker.publish(paymentCaptured, buildCaptured('pay_1')));
    expect(await readStatus()).toBe('F');
    for (const end of await readClaimExpiries()) expect(Number(end)).toBeGreaterThan(Date.now());
  });
});

describe('the hold on mobile and Aadhaar', () => {
  test('ends in 24 hours once every attempt is dead, and another may acquire it not before', async () => {
    const { user, buildUnpaid, readClaimExpiries, readStatus, expireHold } = await submitApplication(portal);
    await portal.broker.publish(paymentFailed, buildUnpaid(minutesFromNow(1)));
    await eventually(async () => (await readStatus()) === 'F');
    const day = Date.now() + 24 * 60 * 60 * 1000;
    for (const end of await readClaimExpiries()) expect(Math.abs(Number(end) - day)).toBeLessThan(60_000);
    const other = await portal.createUser();
    const { aadhar } = user.person;
    expect((await other.submit({ aadhar })).body.status).toBe(421);
    await expireHold();
    expect((await other.submit({ aadhar })).body.status).toBe(200);
    expect(
      (await user.pay({ application_id: (await user.listApplications())[0]?.application_id })).body.status,
    ).toBe(421);
  });

  test('does not end while some attempt may still succeed', async () => {
    const { buildUnpaid, readStatus, readClaimExpiries } = await submitApplication(portal);
    await portal.broker.publish(paymentFailed, buildUnpaid(minutesFromNow(1), { all_attempts_dead: false }));
    await eventually(async () => (await readStatus()) === 'F');
    expect(await readClaimExpiries()).toEqual([null, expect.any(Date)]);
  });

  test('returns the same order for the same form, with the full time of the hold', async () => {
    const { user, buildUnpaid, readStatus, ids, expireHold, readClaimExpiries } =
      await submitApplication(portal);
    await portal.broker.publish(paymentFailed, buildUnpaid(minutesFromNow(1)));
    await eventually(async () => (await readStatus()) === 'F');
    await expireHold();
    expect((await user.submit()).body.orderId?.id).toBe(ids.order_id);
    for (const end of await readClaimExpiries()) expect(Number(end)).toBeGreaterThan(Date.now());
  });

  test('frees an unpaid Aadhaar a day after its first submission, whatever its holder did since', async () => {
    const { user, buildUnpaid, readStatus, ids } = await submitApplication(portal);
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

    await portal.broker.publish(paymentFailed, buildUnpaid(minutesFromNow(1)));
    await eventually(async () => (await readStatus()) === 'F');
    expect((await user.submit()).body.orderId?.id).toBe(ids.order_id);
    expect((await user.pay({ application_id: id, name: 'Changed' })).body.status).toBe(200);
    expect((await edit({ aadhar: buildApplicant().aadhar })).body.status).toBe(200);
    expect((await edit({ aadhar })).body.status).toBe(200);

    const claims = portal.database.collection<{ _id: string; freeAfter: Date | null }>('claims');
    const heldClaim = await claims.findOne({ applicationId: id, _id: /^aadhaar:/ });
    expect(heldClaim?.freeAfter).toEqual(new Date(since.getTime() + day));
    await claims.updateOne({ _id: String(heldClaim?._id) }, { $set: { freeAfter: new Date() } });
    await holds.updateMany(
      { _id: new RegExp(`:${user.person.id}$`) },
      { $set: { since: new Date(since.getTime() - day) } },
    );
    expect((await user.submit({ name: 'Changed again' })).http).toBe(200);
    const owner = await submitApplication(portal, { aadhar });
    expect(owner.ids.order_id).toMatch(/^order_/);
    await portal.broker.publish(paymentCaptured, owner.buildCaptured());
    await eventually(async () => (await owner.readStatus()) === 'S');
  });

  test('lets the applicant start another application after its end', async () => {
    const { user, buildUnpaid, readStatus, expireHold, ids } = await submitApplication(portal);
    await portal.broker.publish(paymentFailed, buildUnpaid(minutesFromNow(1)));
    await eventually(async () => (await readStatus()) === 'F');
    await expireHold();
    const saved = await user.save({ name: 'Begun anew' });
    expect(saved.body.status).toBe(200);
    const id = saved.body.data[0]?.application_id;
    expect(id).not.toBe(ids.application_id);
    expect((await user.pay({ application_id: id, name: 'Begun anew' })).body.status).toBe(200);
    expect(await user.listApplications()).toMatchObject([{ application_id: id }, ids]);
  });

  test('holds for good when the capture arrives after the end and the claim is free', async () => {
    const { user, buildUnpaid, buildCaptured, readStatus, expireHold, readClaimExpiries } =
      await submitApplication(portal);
    await portal.broker.publish(paymentFailed, buildUnpaid(minutesFromNow(1)));
    await eventually(async () => (await readStatus()) === 'F');
    await expireHold();
    await portal.broker.publish(paymentCaptured, buildCaptured());
    await eventually(async () => (await readStatus()) === 'S');
    expect(await readClaimExpiries()).toEqual([null, null]);
    const other = await portal.createUser();
    expect((await other.submit({ aadhar: user.person.aadhar })).body.status).toBe(421);
  });

  test('loses the claim, published once, when the capture arrives after another acquired the Aadhaar', async () => {
    const { user, buildUnpaid, buildCaptured, readStatus, expireHold, ids } = await submitApplication(portal);
    await portal.broker.publish(paymentFailed, buildUnpaid(minutesFromNow(1)));
    await eventually(async () => (await readStatus()) === 'F');
    await expireHold();
    const other = await submitApplication(portal, { aadhar: user.person.aadhar });
    const late = buildCaptured('pay_late');
    await portal.waitUntilHandled(await portal.broker.publish(paymentCaptured, late));
    await portal.waitUntilHandled(await portal.broker.publish(paymentCaptured, late));
    await portal.broker.publish(paymentCaptured, other.buildCaptured());
    await eventually(async () => (await other.readStatus()) === 'S');
    const findClaimLost = () =>
      portal.broker
        .eventsAbout(ids.application_id)
        .filter(({ type }) => type === 'application.claim-lost.v1');
    await eventually(() => findClaimLost().length > 0);
    expect(findClaimLost().map(({ data }) => data)).toEqual([{ ...ids, payment_id: 'pay_late' }]);
    expect(await readStatus()).toBe('F');
  });
});

type Submitted = Awaited<ReturnType<typeof submitApplication>>;

const countFailed = () => portal.broker.countFailed('svc-application');
const countLate = () =>
  readMetric(portal.service, `events_about_deleted_total{type="${paymentCaptured.type}"}`);

const withdraw = async ({ user, ids: { application_id } }: Submitted) =>
  expect((await user.call('withdrawapplication', { application_id })).body.status).toBe(200);

async function erase({ user, ids: { application_id: _id } }: Submitted): Promise<void> {
  const at = new Date().toISOString();
  await portal.broker.publish(erasureRequested, { user_id: user.person.id, at });
  const tombstones = portal.database.collection<{ _id: string }>('tombstones');
  await eventually(async () => (await tombstones.findOne({ _id })) !== null);
}

describe('events about an application that is not there', () => {
  test.each([
    ['withdrawn', withdraw],
    ['erased', erase],
  ])(
    'are acknowledged and counted when it is %s, without a retry or a dead letter',
    async (_what, remove) => {
      const submitted = await submitApplication(portal);
      await remove(submitted);
      const before = { late: await countLate(), failed: await countFailed() };
      await portal.broker.publish(paymentCaptured, submitted.buildCaptured());
      await eventually(async () => (await countLate()) === before.late + 1);
      expect(await countFailed()).toBe(before.failed);
    },
  );

  test('are retried when the event of its submission may follow', async () => {
    const before = await countFailed();
    const ids = { application_id: 'ARC24-00000000', order_id: 'order_x' };
    await portal.broker.publish(orderCreated, { ...ids, amount: 1 });
    await eventually(async () => (await countFailed()) === before + 1);
  });
});
