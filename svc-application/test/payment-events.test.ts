import {
  applicationClaimLost,
  erasureRequested,
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
  ticketIssued,
} from '@archaka/contracts';
import { buildApplicant, eventually, readMetric } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { type Submission, setUpApplication, submitApplication } from './support/service.ts';

const portal = setUpApplication();

const DAY_MS = 24 * 60 * 60 * 1000;
const publishHandled: typeof portal.broker.publish = async (...event) => {
  const id = await portal.broker.publish(...event);
  await portal.waitUntilHandled(id);
  return id;
};
const expectEndingHold = async ({ readClaimExpiries }: Submission) => {
  for (const end of await readClaimExpiries()) expect(Number(end)).toBeGreaterThan(Date.now());
};
/** An application whose only payment failed a day ago. */
async function submitExpired() {
  const submission = await submitApplication(portal);
  await submission.fail();
  await submission.expireHold();
  return submission;
}

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
      const at = new Date().toISOString();
      await publishHandled(paymentCaptured, { ...order, payment_id: 'pay_1', amount: 10000, at });
    };
    const { ids, readRecord } = await submitApplication(portal).finally(() => {
      delete portal.payment.beforeAnswer;
    });
    expect(await readRecord()).toMatchObject({ payment_status: 'S', order_id: ids.order_id });
    const stored = { _id: ids.application_id, 'orders.orderId': ids.order_id };
    expect(await portal.count('applications', stored)).toBe(1);
  });

  test('retains the later of two events when the earlier arrives last', async () => {
    const { buildUnpaid, readStatus } = await submitApplication(portal);
    await publishHandled(paymentCancelled, buildUnpaid(2));
    expect(await readStatus()).toBe('C');
    await publishHandled(paymentFailed, buildUnpaid(1));
    expect(await readStatus()).toBe('C');
    await publishHandled(paymentFailed, buildUnpaid(3));
    expect(await readStatus()).toBe('F');
  });

  test("uses the newest version's ticket and the latest ticket's seat, reported in any order", async () => {
    const { ids, readRecord } = await submitApplication(portal);
    const { application_id } = ids;
    const centre = { name: 'Hall', name_te: 'హాల్', address: 'Street', address_te: 'వీధి' };
    const report = async (version: number, minute: number, roll_number?: string) => {
      const at = `2026-11-25T10:0${minute}:00.000Z`;
      const hall = roll_number && { hall: { roll_number, centre } };
      await publishHandled(ticketIssued, { application_id, version, at, ...hall });
      return readRecord();
    };
    const unseated = await report(3, 0);
    expect(unseated).toMatchObject({ ticket_version: 3 });
    expect(unseated).not.toHaveProperty('hall');
    const seated = { ticket_version: 3, hall: { roll_number: '24-101-0002', centre } };
    expect(await report(3, 2, '24-101-0002')).toMatchObject(seated);
    expect(await report(3, 1, '24-101-0001')).toMatchObject(seated);
    expect(await report(2, 1)).toMatchObject(seated);
    expect(await report(4, 3)).toMatchObject({ ticket_version: 4 });
  });
});

describe('a reversal at the provider or the bank', () => {
  const buildReversed = ({ ids }: Submission) => ({
    ...ids,
    payment_id: 'pay_1',
    why: 'chargeback' as const,
    at: new Date().toISOString(),
  });

  test('reverses a paid application, its hold starts to end, and a new order can pay it', async () => {
    const submission = await submitApplication(portal);
    const { user, ids, readStatus, readRecord, readClaimExpiries } = submission;
    await submission.capture();
    await publishHandled(paymentReversed, buildReversed(submission));
    const reversed = { payment_status: 'F', transaction_id: '', order_id: ids.order_id };
    expect(await readRecord()).toMatchObject(reversed);
    await expectEndingHold(submission);

    const next = { application_id: ids.application_id, order_id: `${ids.order_id}_2`, amount: 10000 };
    await publishHandled(orderCreated, { ...next, round: 2 });
    expect(await readRecord()).toMatchObject({ payment_status: '', order_id: next.order_id });
    const at = new Date().toISOString();
    await portal.broker.publish(paymentCaptured, { ...next, payment_id: 'pay_2', at });
    await eventually(async () => (await readStatus()) === 'S');
    expect(await readRecord()).toMatchObject({ transaction_id: 'pay_2' });
    expect(await readClaimExpiries()).toEqual([null, null]);
    for (const order_id of [ids.order_id, next.order_id]) {
      const { body } = await user.call('getpaymnetstatus', { order_id });
      expect(body.data).toMatchObject([{ application_id: ids.application_id, payment_status: 'S' }]);
    }
  });

  test('reverses the application when its capture arrives later', async () => {
    const submission = await submitApplication(portal);
    await publishHandled(paymentReversed, buildReversed(submission));
    await publishHandled(paymentCaptured, submission.buildCaptured());
    expect(await submission.readStatus()).toBe('F');
    await expectEndingHold(submission);
  });
});

describe('the hold on mobile and Aadhaar', () => {
  test('ends in 24 hours once every attempt is dead, and another may acquire it not before', async () => {
    const { user, ids, fail, readClaimExpiries, expireHold } = await submitApplication(portal);
    await fail();
    const day = Date.now() + DAY_MS;
    for (const end of await readClaimExpiries()) expect(Math.abs(Number(end) - day)).toBeLessThan(60_000);
    const other = await portal.createUser();
    const { aadhar } = user.person;
    expect((await other.submit({ aadhar })).body.status).toBe(421);
    await expireHold();
    expect((await other.submit({ aadhar })).body.status).toBe(200);
    expect((await user.pay({ application_id: ids.application_id })).body.status).toBe(421);
  });

  test('does not end while some attempt may still succeed', async () => {
    const { fail, readClaimExpiries } = await submitApplication(portal);
    await fail({ all_attempts_dead: false });
    expect(await readClaimExpiries()).toEqual([null, expect.any(Date)]);
  });

  test('returns the same order for the same form, with the full time of the hold', async () => {
    const submission = await submitExpired();
    expect((await submission.user.submit()).body.orderId?.id).toBe(submission.ids.order_id);
    await expectEndingHold(submission);
  });

  test('frees an unpaid Aadhaar a day after its first submission, whatever its holder did since', async () => {
    const { user, ids, fail } = await submitApplication(portal);
    const { aadhar, id: userId } = user.person;
    const id = ids.application_id;
    const holds = portal.database.collection<{ _id: string; since: Date }>('firstholds');
    const setSince = async (since: Date) => {
      const { modifiedCount } = await holds.updateMany(
        { _id: new RegExp(`:${userId}$`) },
        { $set: { since } },
      );
      return modifiedCount;
    };
    const since = new Date(Date.now() - DAY_MS + 60_000);
    expect(await setSince(since)).toBe(1);

    await fail();
    expect((await user.submit()).body.orderId?.id).toBe(ids.order_id);
    expect((await user.pay({ application_id: id, name: 'Changed' })).body.status).toBe(200);
    expect((await user.edit(id, { aadhar: buildApplicant().aadhar })).body.status).toBe(200);
    expect((await user.edit(id, { aadhar })).body.status).toBe(200);

    const claims = portal.database.collection<{ _id: string; freeAfter: Date | null }>('claims');
    const held = await claims.findOne({ applicationId: id, _id: /^aadhaar:/ });
    expect(held?.freeAfter).toEqual(new Date(since.getTime() + DAY_MS));
    await claims.updateOne({ _id: String(held?._id) }, { $set: { freeAfter: new Date() } });
    await setSince(new Date(since.getTime() - DAY_MS));
    expect((await user.submit({ name: 'Changed again' })).http).toBe(200);
    const owner = await submitApplication(portal, { aadhar });
    expect(owner.ids.order_id).toMatch(/^order_/);
    await owner.capture();
  });

  test('lets the applicant start another application after its end', async () => {
    const { user, ids } = await submitExpired();
    const saved = await user.save({ name: 'Begun anew' });
    expect(saved.body.status).toBe(200);
    const id = saved.body.data[0]?.application_id;
    expect(id).not.toBe(ids.application_id);
    expect((await user.pay({ application_id: id, name: 'Begun anew' })).body.status).toBe(200);
    expect(await user.listApplications()).toMatchObject([{ application_id: id }, ids]);
  });

  test('holds for good when the capture arrives after the end and the claim is free', async () => {
    const { user, capture, readClaimExpiries } = await submitExpired();
    await capture();
    expect(await readClaimExpiries()).toEqual([null, null]);
    const other = await portal.createUser();
    expect((await other.submit({ aadhar: user.person.aadhar })).body.status).toBe(421);
  });

  test('loses the claim, published once, when the capture arrives after another acquired the Aadhaar', async () => {
    const { user, ids, buildCaptured, readStatus } = await submitExpired();
    const other = await submitApplication(portal, { aadhar: user.person.aadhar });
    for (let time = 0; time < 2; time += 1) await publishHandled(paymentCaptured, buildCaptured('pay_late'));
    await other.capture();
    const findClaimLost = () => portal.broker.eventsOfType(applicationClaimLost, ids.application_id);
    await eventually(() => findClaimLost().length > 0);
    expect(findClaimLost()).toEqual([{ ...ids, payment_id: 'pay_late' }]);
    expect(await readStatus()).toBe('F');
  });
});

describe('events about an application that is not there', () => {
  const countFailed = () => portal.broker.countFailed('svc-application');
  const countLate = () =>
    readMetric(portal.service, `events_about_deleted_total{type="${paymentCaptured.type}"}`);

  async function withdraw({ user, ids: { application_id } }: Submission) {
    expect((await user.call('withdrawapplication', { application_id })).body.status).toBe(200);
  }

  async function erase({ user, ids }: Submission) {
    const at = new Date().toISOString();
    await portal.broker.publish(erasureRequested, { user_id: user.person.id, at });
    await eventually(async () => (await portal.count('tombstones', { _id: ids.application_id })) === 1);
  }

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
