import { buildApplicant, buildPhoto, eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildApplication } from './support/applications.ts';
import { openTicketEnvironment, type TicketEnvironment } from './support/ticket-environment.ts';

let environment: TicketEnvironment;
beforeAll(async () => {
  environment = await openTicketEnvironment();
});
afterAll(() => environment.close());

const UNPAID = 'Preview only · not valid until paid';

test('an unpaid applicant sees the ticket to be, marked, for a frame in which nothing runs', async () => {
  const application = buildApplication(environment);
  await application.submit({ name: 'Sita' });
  const page = await application.waitForPreview('Sita');
  expect(page).toMatch(/src="data:image\/jpeg;base64,/);
  expect(page).toContain(UNPAID);
  const { headers } = await application.fetchPreview();
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-.*; sandbox/),
  });
  expect((await application.fetchTicket()).status).toBe(404);

  await application.update(2, { name: 'Lakshmi Narasimha Charyulu' });
  await application.waitForPreview('Lakshmi Narasimha Charyulu');
  await application.pay();
  await application.waitForPreview('not valid as a hall ticket');
});

test('before the application arrives its owner is told to look again, and nobody else learns of it', async () => {
  const application = buildApplication(environment);
  expect((await application.fetchPreview()).status).toBe(404);
  application.registerOwner();
  const early = await application.fetchPreview();
  expect([early.status, await early.text()]).toEqual([202, expect.stringContaining('Look again')]);
  const arriving = application.fetchPreview();
  await application.submit({ name: 'Arrived' });
  expect(await (await arriving).text()).toContain('Arrived');

  const others = await application.fetchPreview(buildApplicant());
  const nowhere = await buildApplication(environment).fetchPreview();
  expect([others.status, nowhere.status]).toEqual([404, 404]);
  const [one, other] = (await Promise.all([others.json(), nowhere.json()])) as object[];
  expect({ ...one, request_id: '' }).toEqual({ ...other, request_id: '' });
  const address = `${environment.service().url}/api/tickets/${application.id}/preview`;
  expect((await fetch(address)).status).toBe(401);
});

test('while svc-application is down the applicant is told so, and sees the preview once it is back', async () => {
  const { documents } = environment;
  documents.put('a photo', await buildPhoto());
  documents.setDown(true);
  const application = buildApplication(environment);
  expect((await application.fetchPreview()).status).toBe(503);
  await application.submit({ photo: 'a photo' });
  const status = await eventually(async () => {
    const { status } = await application.fetchPreview();
    return documents.countRequests('a photo') > 0 && status;
  });
  expect(status).toBe(503);
  documents.setDown(false);
  await application.waitForPreview(UNPAID);
});

test('when somebody asks too often, then they are told when to ask again', async () => {
  const application = buildApplication(environment);
  const answers = await Promise.all(Array.from({ length: 121 }, () => application.fetchPreview()));
  const rejected = answers.filter(({ status }) => status === 429);
  expect(rejected).toHaveLength(1);
  expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(500);
});

test('nothing of an applicant stands in the log', async () => {
  const application = buildApplication(environment);
  await application.submit({ name: 'Unmistakable Name' });
  await application.waitForPreview('Unmistakable');
  const readLogs = environment.service().logs;
  await eventually(() => readLogs().includes('/api/tickets/:application_id/preview'));
  expect(readLogs()).not.toContain('Unmistakable');
});
