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
});

describe('concurrent submissions', () => {
  test('makes one application, order and event of one submission sent 20 times [S-3.33] [S-4.21]', async () => {
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

  test('preserves the id when a saved form is submitted 10 times concurrently [S-4.7] [S-7.8]', async () => {
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
    ['it names another user', { usr_id: 'somebody' }, 403],
    ['it names an application that is not there', { application_id: 'ARC24-00000000' }, 404],
  ])('rejects it when %s', async (_what, changes, status) => {
    const user = await portal.createUser();
    expect((await user.submit(changes)).http).toBe(status);
    expect(await user.listApplications()).toEqual([]);
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
