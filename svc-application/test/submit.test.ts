import { applicationSubmitted, findVersion, orderCreated, toCallPath } from '@archaka/contracts';
import { buildApplicant, eventually } from '@archaka/test-kit';
import { afterEach, describe, expect, test } from '@jest/globals';
import { setUpApplication, submitApplication } from './support/service.ts';

const portal = setUpApplication();
afterEach(() => {
  portal.payment.mode = 'ok';
});

const runTimes = <Result>(count: number, action: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => action(index)));

test('creates an application with an order and its event, without a saved draft [S-7.7]', async () => {
  const user = await portal.createUser();
  const { http, body } = await user.submit();
  expect(http).toBe(200);
  const [listed] = await user.listApplications();
  const id = String(listed?.application_id);
  expect(id).toMatch(/^ARC24-/);
  expect(body).toEqual({ status: 200, orderId: { id: portal.payment.orders.get(id) } });
  expect(listed).toMatchObject({ order_id: body.orderId?.id, payment_status: '', version: 1 });
  const event = await portal.broker.waitForEvent(applicationSubmitted, id);
  expect(event).toMatchObject({
    version: 1,
    user_id: user.person.id,
    number: user.person.number,
    snapshot: {
      aadhaar_masked: `**** **** ${user.person.aadhar.slice(-4)}`,
      centre_district: { name: 'Anakapalli', name_te: 'అనకాపల్లి' },
      languages: [],
    },
  });
});

describe('concurrent submissions', () => {
  test('makes one application, order and event of one submission sent 20 times [S-3.33] [S-4.21]', async () => {
    const user = await portal.createUser();
    const form = await user.form({ save_id: 2 });
    const answers = await runTimes(20, () => user.call('submitapplicationform', form));
    expect(answers.map(({ http, body }) => [http, body.status])).toEqual(Array(20).fill([200, 200]));
    expect(new Set(answers.map(({ body }) => body.orderId?.id)).size).toBe(1);
    const listed = await user.listApplications();
    expect(listed).toHaveLength(1);
    const applicationId = String(listed[0]?.application_id);
    await eventually(() => portal.broker.eventsAbout(applicationId).length > 0);
    expect(await portal.count('versions', { applicationId })).toBe(1);
    expect(await portal.count('claims', { applicationId })).toBe(2);
    expect(portal.broker.eventsAbout(applicationId)).toHaveLength(1);
  });

  test.each([
    ['12 different submissions of one mobile', 420],
    ['12 mobiles with one Aadhaar', 421],
  ])('accepts one of %s', async (_what, taken) => {
    const user = await portal.createUser();
    const answers = await runTimes(12, async () =>
      taken === 420
        ? user.submit({ aadhar: buildApplicant().aadhar })
        : (await portal.createUser()).submit({ aadhar: user.person.aadhar }),
    );
    const statuses = answers.map(({ body }) => body.status).toSorted();
    expect(statuses).toEqual([200, ...Array(11).fill(taken)]);
  });

  test('preserves the id when a saved form is submitted 10 times concurrently [S-4.7] [S-7.8]', async () => {
    const user = await portal.createUser();
    const id = String((await user.save()).body.data[0]?.application_id);
    const form = await user.form({ save_id: 2, application_id: id });
    const answers = await runTimes(10, () => user.call('paidSubmitapplicationform', form));
    const orders = new Set(answers.map(({ body }) => body.orderId?.id));
    expect([...orders]).toEqual([portal.payment.orders.get(id)]);
    expect(await user.listApplications()).toMatchObject([{ application_id: id }]);
  });
});

test('rejects a submission under the id of an application that is not there', async () => {
  const user = await portal.createUser();
  expect((await user.submit({ application_id: 'ARC24-00000000' })).http).toBe(404);
  expect(await user.listApplications()).toEqual([]);
});

test('tells services the version of a submitted application for its owner only', async () => {
  const { user, ids } = await submitApplication(portal);
  const token = await portal.stage.authorizeService('svc-ticket', 'svc-application', findVersion.name);
  const findVersions = async (application_id: string, user_id: string, authorization: object = token) => {
    const response = await fetch(portal.stage.urls.application + toCallPath(findVersion), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify({ application_id, user_id }),
    });
    return response.ok ? ((await response.json()) as { data: unknown[] }).data : response.status;
  };
  const owner = user.person.id;
  expect(await findVersions(ids.application_id, owner)).toEqual([{ version: 1 }]);
  expect(await findVersions(ids.application_id, 'somebody else')).toEqual([]);
  expect(await findVersions('ARC24-00000000', owner)).toEqual([]);
  expect(await findVersions(ids.application_id, owner, user.auth)).toBe(401);
});

describe('without an order in time', () => {
  /** An applicant whose submission got no order. */
  async function submitWithoutOrder(mode: 'down' | 'silent' = 'down') {
    portal.payment.mode = mode;
    const user = await portal.createUser();
    const { http, body } = await user.submit();
    expect([http, body]).toEqual([200, { status: 200, orderId: null }]);
    const [draft] = await user.getDraft();
    return { user, id: String(draft?.application_id) };
  }

  test('responds after 5 seconds', async () => {
    const start = performance.now();
    await submitWithoutOrder('silent');
    expect(performance.now() - start).toBeGreaterThan(4500);
  });

  test('stores a changed form under its id, and submits it as its next version', async () => {
    const { user, id } = await submitWithoutOrder();
    expect((await user.save({ name: 'Saved' })).body.data).toMatchObject([{ application_id: id }]);
    const [draft] = await user.getDraft();
    expect(draft).toMatchObject({ name: 'Saved', application_id: id });
    portal.payment.mode = 'ok';
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
    for (let time = 0; time < 2; time += 1)
      await portal.broker.publish(orderCreated, event, { id: 'the-same-event' });
    await eventually(async () => (await user.listApplications())[0]?.order_id === 'order_by_event');
    expect(await user.getDraft()).toEqual([]);
    expect((await user.submit()).body.orderId).toEqual({ id: 'order_by_event' });
  });

  test('makes no second application for a repeat meanwhile', async () => {
    const { user, id } = await submitWithoutOrder();
    expect((await user.submit()).body.orderId).toBeNull();
    expect((await user.submit({ name: 'Different' })).body.status).toBe(420);
    expect(await user.getDraft()).toMatchObject([{ application_id: id }]);
    expect(await portal.count('applications', { userId: user.person.id })).toBe(1);
  });
});
