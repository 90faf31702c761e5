import { applicationSubmitted, findVersion, toCallPath } from '@archaka/contracts';
import { buildApplicant, eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitApplication } from './support/submit-application.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const mobileConflict = { status: 420, message: 'Already Application registered this Mobile Number' };
const aadhaarConflict = { status: 421, message: 'Already Application registered with this Aadhar' };
const runTimes = <Result>(count: number, action: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => action(index)));

describe('submitting', () => {
  test('creates an application with an order and its event, without a saved draft [S-7.7]', async () => {
    const user = await portal.createUser();
    const { http, body } = await user.submit();
    expect(http).toBe(200);
    const [listed] = await user.listApplications();
    const id = String(listed?.application_id);
    expect(id).toMatch(/^ARC24-/);
    expect(body).toEqual({ status: 200, orderId: { id: portal.payment.orders.get(id) } });
    expect(listed).toMatchObject({ order_id: body.orderId?.id, payment_status: '', version: 1 });
    const event = await eventually(() => portal.broker.eventsAbout(id)[0]);
    expect(event.type).toBe('application.submitted.v1');
    expect(applicationSubmitted.data.parse(event.data)).toMatchObject({
      version: 1,
      user_id: user.person.id,
      number: user.person.number,
      snapshot: {
        aadhaar_masked: `**** **** ${user.person.aadhar.slice(-4)}`,
        centre_district: { name: 'Anakapalli', name_te: 'అనకాపల్లి' },
        languages: [],
      },
    });
    expect(JSON.stringify(event)).not.toContain(user.person.aadhar);
  });

  test('gives the application the id of a saved draft, which is removed', async () => {
    const user = await portal.createUser();
    const saved = await user.save();
    const id = String(saved.body.data[0]?.application_id);
    const { body } = await user.pay({ application_id: id });
    expect(body.orderId?.id).toBe(portal.payment.orders.get(id));
    expect(await user.listApplications()).toMatchObject([{ application_id: id }]);
    expect(await user.getDraft()).toEqual([]);
  });

  test('replaces an existing draft at a new submission', async () => {
    const user = await portal.createUser();
    await user.save({ name: 'As saved' });
    await user.submit({ name: 'As submitted' });
    expect(await user.listApplications()).toMatchObject([{ name: 'As submitted' }]);
    expect(await user.getDraft()).toEqual([]);
  });

  test('returns the same order for a repeat, by either call', async () => {
    const user = await portal.createUser();
    const first = await user.submit();
    const again = await user.submit({ age: 99, amount: 1, application_id: '' });
    const id = (await user.listApplications())[0]?.application_id;
    const paid = await user.pay({ application_id: id });
    expect([again.body, paid.body]).toEqual([first.body, first.body]);
    expect(await user.listApplications()).toHaveLength(1);
  });

  test('rejects a different submission and a draft when the mobile has an application', async () => {
    const user = await portal.createUser();
    await user.submit();
    expect((await user.submit({ name: 'Another' })).body).toEqual(mobileConflict);
    expect((await user.save()).body).toEqual(mobileConflict);
  });

  test('stores a changed unpaid application as the next version', async () => {
    const user = await portal.createUser();
    const first = await user.submit();
    const id = String((await user.listApplications())[0]?.application_id);
    const changed = await user.pay({ application_id: id, name: 'Changed' });
    expect(changed.body).toEqual(first.body);
    expect(await user.listApplications()).toMatchObject([{ name: 'Changed', version: 2 }]);
    await eventually(() =>
      portal.broker.eventsAbout(id).some(({ type }) => type === 'application.updated.v1'),
    );
  });

  test('rejects submission and save when another application holds the Aadhaar', async () => {
    const [one, other] = [await portal.createUser(), await portal.createUser()];
    await one.submit();
    const { aadhar } = one.person;
    expect((await other.submit({ aadhar })).body).toEqual(aadhaarConflict);
    expect((await other.save({ aadhar })).body).toEqual(aadhaarConflict);
    expect((await other.pay({ aadhar })).body).toEqual(aadhaarConflict);
    await one.submit();
  });

  test('reports the mobile when both mobile and Aadhaar are claimed', async () => {
    const [one, other] = [await portal.createUser(), await portal.createUser()];
    await one.submit();
    await other.submit();
    expect((await other.submit({ aadhar: one.person.aadhar })).body).toEqual(mobileConflict);
  });

  test('claims nothing for a draft', async () => {
    const [one, other] = [await portal.createUser(), await portal.createUser()];
    await one.save();
    expect((await other.submit({ aadhar: one.person.aadhar })).body.status).toBe(200);
  });
});

describe('concurrent submissions', () => {
  test('makes one application, order and event of one submission sent 20 times', async () => {
    const user = await portal.createUser();
    const form = await user.form({ save_id: 2 });
    const answers = await runTimes(20, () => user.call('submitapplicationform', form));
    const orders = new Set(answers.map(({ body }) => body.orderId?.id));
    expect(answers.map(({ http, body }) => [http, body.status])).toEqual(Array(20).fill([200, 200]));
    expect(orders.size).toBe(1);
    const listed = await user.listApplications();
    expect(listed).toHaveLength(1);
    const id = String(listed[0]?.application_id);
    await eventually(() => portal.broker.eventsAbout(id).length > 0);
    expect(await portal.database.collection('versions').countDocuments({ applicationId: id })).toBe(1);
    expect(await portal.database.collection('claims').countDocuments({ applicationId: id })).toBe(2);
    expect(portal.broker.eventsAbout(id)).toHaveLength(1);
  });

  test('accepts one of 12 different submissions of one mobile', async () => {
    const user = await portal.createUser();
    const answers = await runTimes(12, () => user.submit({ aadhar: buildApplicant().aadhar }));
    expect(answers.filter(({ body }) => body.status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.status === 420)).toHaveLength(11);
    expect(await user.listApplications()).toHaveLength(1);
  });

  test('accepts one of 12 mobiles with one Aadhaar', async () => {
    const users = await runTimes(12, () => portal.createUser());
    const { aadhar } = buildApplicant();
    const answers = await Promise.all(users.map((user) => user.submit({ aadhar })));
    expect(answers.filter(({ body }) => body.status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.status === 421)).toHaveLength(11);
  });

  test('preserves the id when a saved form is submitted 10 times concurrently', async () => {
    const user = await portal.createUser();
    const id = String((await user.save()).body.data[0]?.application_id);
    const form = await user.form({ save_id: 2, application_id: id });
    const answers = await runTimes(10, () => user.call('paidSubmitapplicationform', form));
    expect(new Set(answers.map(({ body }) => body.orderId?.id))).toEqual(
      new Set([portal.payment.orders.get(id)]),
    );
    expect(await user.listApplications()).toMatchObject([{ application_id: id }]);
  });
});

describe('rejected submissions', () => {
  test('names every wrong field in the order of the checks', async () => {
    const user = await portal.createUser();
    const { http, body } = await user.submit({
      aadhar: '1234',
      name: '',
      birthcertificate: [],
      mandal_id: 684,
      exam_type: 2,
      image: [],
      agamamu: 'X',
    });
    expect(http).toBe(400);
    expect(body.title).toBe('Please Enter the valid Aadhar');
    expect(body.errors?.map(({ message }) => message)).toEqual([
      'Please Enter the valid Aadhar',
      'Please Enter name',
      'Please Upload Birth Certificate',
      'Select the Mandal',
      'Upload the Pervious Certificate',
      'Select the Agamamu',
      'Please upload Your photo',
    ]);
  });

  test.each([
    ['the number is empty', { number: '' }, 400, 'Please Enter Number'],
    ['the number is none', { number: '12345' }, 400, 'Please Enter the valid Number'],
    ['the number is another’s', { number: '9123456789' }, 403, undefined],
    ['it is entered by another', { entry_by: 'somebody' }, 403, undefined],
    ['it names another user', { usr_id: 'somebody' }, 403, undefined],
    [
      'a hall ticket cannot be printed',
      { pasthallticket: 'a\u0007b' },
      400,
      'Please Enter Postal Hall Ticket',
    ],
    ['it names an application that is not there', { application_id: 'ARC24-00000000' }, 404, undefined],
  ])('rejects it when %s', async (_what, changes, status, title) => {
    const user = await portal.createUser();
    const { http, body } = await user.submit(changes);
    expect(http).toBe(status);
    if (title) expect(body.title).toBe(title);
    expect(await user.listApplications()).toEqual([]);
  });

  test('rejects a form that names another’s application or draft', async () => {
    const [one, other] = [await portal.createUser(), await portal.createUser()];
    const draft = (await one.save()).body.data[0]?.application_id;
    expect((await other.pay({ application_id: draft })).http).toBe(403);
    await one.pay({ application_id: draft });
    expect((await other.pay({ application_id: draft })).http).toBe(403);
    expect((await other.save({ application_id: draft })).http).toBe(403);
  });

  test('rejects a missing session, another site and a body that is not JSON', async () => {
    const user = await portal.createUser();
    const form = JSON.stringify(await user.form());
    const post = (headers: Record<string, string>) =>
      fetch(`${portal.stage.urls.application}/api/dashboard/submitapplicationform`, {
        method: 'POST',
        headers,
        body: form,
      }).then(({ status }) => status);
    const json = { 'content-type': 'application/json' };
    expect(await post(json)).toBe(401);
    expect(await post({ ...json, ...user.auth, origin: 'https://elsewhere.example' })).toBe(403);
    expect(await post({ ...user.auth, 'content-type': 'text/plain' })).toBe(415);
  });
});

const callFindVersion = (body: object, authorization: object) =>
  fetch(portal.stage.urls.application + toCallPath(findVersion), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  });

test('tells services the version of a submitted application for its owner only', async () => {
  const { user, ids } = await submitApplication(portal);
  const ticketToken = await portal.stage.authorizeService('svc-ticket', 'svc-application', 'findversion');
  const findVersions = async (application_id: string, user_id: string) => {
    const response = await callFindVersion({ application_id, user_id }, ticketToken);
    return ((await response.json()) as { data: unknown[] }).data;
  };
  const owner = user.person.id;
  expect(await findVersions(ids.application_id, owner)).toEqual([{ version: 1 }]);
  expect(await findVersions(ids.application_id, 'somebody else')).toEqual([]);
  expect(await findVersions('ARC24-00000000', owner)).toEqual([]);
  expect(
    (await callFindVersion({ application_id: ids.application_id, user_id: owner }, user.auth)).status,
  ).toBe(401);
});

test('has no version for a draft', async () => {
  const user = await portal.createUser();
  const { body } = await user.save();
  const application_id = String(body.data[0]?.application_id);
  const ticketToken = await portal.stage.authorizeService('svc-ticket', 'svc-application', 'findversion');
  const response = await callFindVersion({ application_id, user_id: user.person.id }, ticketToken);
  expect(await response.json()).toEqual({ status: 200, data: [] });
});
