import { orderCreated } from '@archaka/contracts';
import { applicant, eventually, scaledTimeout } from '@archaka/test-kit';
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
async function withoutOrder(mode: 'down' | 'silent' = 'down') {
  portal.payment.mode = mode;
  const user = await portal.user();
  const { http, body } = await user.submit();
  expect([http, body]).toEqual([200, { status: 200, orderId: null }]);
  const [draft] = await user.draft();
  return { user, draft, id: String(draft?.application_id) };
}

describe('when there is no order in time', () => {
  test('then the form comes back as the draft, and is not listed', async () => {
    const { user, draft } = await withoutOrder();
    expect(draft).toMatchObject({ aadhar: user.person.aadhar, save_id: 1 });
    expect(await user.listed()).toEqual([]);
  });

  test('then the answer comes after 5 seconds', async () => {
    const start = performance.now();
    await withoutOrder('silent');
    expect(performance.now() - start).toBeGreaterThan(4500);
    expect(performance.now() - start).toBeLessThan(scaledTimeout(6500));
  });

  test('then nobody else gets its mobile or Aadhaar', async () => {
    const { user } = await withoutOrder();
    const other = await portal.user();
    expect((await other.submit({ aadhar: user.person.aadhar })).body.status).toBe(421);
  });

  test('then the next press goes on from there', async () => {
    const { user, id } = await withoutOrder();
    portal.payment.mode = 'ok';
    const { body } = await user.pay({ application_id: id });
    expect(body.orderId?.id).toBe(portal.payment.orders.get(id));
    expect(await user.listed()).toMatchObject([{ application_id: id, version: 1 }]);
    expect(await user.draft()).toEqual([]);
  });

  test('then a changed form is saved under its id, and submitted as its next version', async () => {
    const { user, id } = await withoutOrder();
    expect((await user.save({ name: 'Saved' })).body.data).toMatchObject([{ application_id: id }]);
    expect(await user.draft()).toMatchObject([{ name: 'Saved', application_id: id }]);
    portal.payment.mode = 'ok';
    const [draft] = await user.draft();
    await user.call('paidSubmitapplicationform', { ...draft, save_id: 2 });
    expect(await user.listed()).toMatchObject([{ application_id: id, name: 'Saved', version: 2 }]);
    expect(await user.draft()).toEqual([]);
  });

  test('then a changed Aadhaar is claimed in place of the first one', async () => {
    const { user, id } = await withoutOrder();
    portal.payment.mode = 'ok';
    const { aadhar } = applicant();
    expect((await user.pay({ application_id: id, aadhar })).body.status).toBe(200);
    const [one, other] = [await portal.user(), await portal.user()];
    expect((await one.submit({ aadhar })).body.status).toBe(421);
    expect((await other.submit({ aadhar: user.person.aadhar })).body.status).toBe(200);
  });

  test('then the order’s event alone ends the draft', async () => {
    const { user, id } = await withoutOrder();
    await user.save({ name: 'Saved meanwhile' });
    const event = { application_id: id, order_id: 'order_by_event', amount: 10000 };
    await portal.broker.tell(orderCreated, event, { id: 'the-same-event' });
    await portal.broker.tell(orderCreated, event, { id: 'the-same-event' });
    await eventually(async () => (await user.listed())[0]?.order_id === 'order_by_event');
    expect(await user.draft()).toEqual([]);
    expect((await user.submit()).body.orderId).toEqual({ id: 'order_by_event' });
  });

  test('then sending it again while it lasts makes no second application', async () => {
    const { user, id } = await withoutOrder();
    const again = await user.submit();
    expect(again.body.orderId).toBeNull();
    expect((await user.submit({ name: 'Different' })).body.status).toBe(420);
    expect(await user.draft()).toMatchObject([{ application_id: id }]);
    expect(await portal.database.collection('applications').countDocuments({ userId: user.person.id })).toBe(
      1,
    );
  });
});
