import { orderCreated } from '@archaka/contracts';
import { buildApplicant, eventually } from '@archaka/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());
afterEach(() => {
  portal.payment.mode = 'ok';
});

/** An applicant whose submission got no order. */
async function submitWithoutOrder(mode: 'down' | 'silent' = 'down') {
  portal.payment.mode = mode;
  const user = await portal.createUser();
  const { http, body } = await user.submit();
  expect([http, body]).toEqual([200, { status: 200, orderId: null }]);
  const [draft] = await user.getDraft();
  return { user, draft, id: String(draft?.application_id) };
}

describe('without an order in time', () => {
  test('responds after 5 seconds', async () => {
    const start = performance.now();
    await submitWithoutOrder('silent');
    expect(performance.now() - start).toBeGreaterThan(4500);
  });

  test('stores a changed form under its id, and submits it as its next version', async () => {
    const { user, id } = await submitWithoutOrder();
    expect((await user.save({ name: 'Saved' })).body.data).toMatchObject([{ application_id: id }]);
    expect(await user.getDraft()).toMatchObject([{ name: 'Saved', application_id: id }]);
    portal.payment.mode = 'ok';
    const [draft] = await user.getDraft();
    await user.call('paidSubmitapplicationform', { ...draft, save_id: 2 });
    expect(await user.listApplications()).toMatchObject([{ application_id: id, name: 'Saved', version: 2 }]);
    expect(await user.getDraft()).toEqual([]);
  });

  test('claims a changed Aadhaar in place of the first one', async () => {
    const { user, id } = await submitWithoutOrder();
    portal.payment.mode = 'ok';
    const { aadhar } = buildApplicant();
    expect((await user.pay({ application_id: id, aadhar })).body.status).toBe(200);
    const [one, other] = [await portal.createUser(), await portal.createUser()];
    expect((await one.submit({ aadhar })).body.status).toBe(421);
    expect((await other.submit({ aadhar: user.person.aadhar })).body.status).toBe(200);
  });

  test('ends the draft by the order’s event alone', async () => {
    const { user, id } = await submitWithoutOrder();
    await user.save({ name: 'Saved meanwhile' });
    const event = { application_id: id, order_id: 'order_by_event', amount: 10000 };
    await portal.broker.publish(orderCreated, event, { id: 'the-same-event' });
    await portal.broker.publish(orderCreated, event, { id: 'the-same-event' });
    await eventually(async () => (await user.listApplications())[0]?.order_id === 'order_by_event');
    expect(await user.getDraft()).toEqual([]);
    expect((await user.submit()).body.orderId).toEqual({ id: 'order_by_event' });
  });

  test('makes no second application for a repeat meanwhile', async () => {
    const { user, id } = await submitWithoutOrder();
    const again = await user.submit();
    expect(again.body.orderId).toBeNull();
    expect((await user.submit({ name: 'Different' })).body.status).toBe(420);
    expect(await user.getDraft()).toMatchObject([{ application_id: id }]);
    expect(await portal.database.collection('applications').countDocuments({ userId: user.person.id })).toBe(
      1,
    );
  });
});
