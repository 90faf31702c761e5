import { buildApplicant, buildPhoto, eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildApplication } from './support/applications.ts';
import { readPdf, renderPixels } from './support/pdf.ts';
import { calculateMeanColour, findCode, measureMissing, readPng } from './support/png.ts';
import { openTicketEnvironment, PHOTO_ID, type TicketEnvironment } from './support/ticket-environment.ts';

let environment: TicketEnvironment;
beforeAll(async () => {
  environment = await openTicketEnvironment();
});
afterAll(() => environment.close());

const TURMERIC = [224, 165, 38];
const SKY = [143, 180, 216];
/** Below the face on the test's photo. */
const PORTRAIT = { left: 0.78, top: 0.235, right: 0.9, bottom: 0.27 };
const NAME = { left: 0.05, top: 0.125, right: 0.7, bottom: 0.165 };
const ROWS = { left: 0.05, top: 0.12, right: 0.7, bottom: 0.71 };
const INSTRUCTIONS = { left: 0.05, top: 0.75, right: 0.7, bottom: 0.98 };
/** The ends of the strip, where its words do not reach. */
const STRIP = { left: 0, top: 0, right: 0.08, bottom: 0.02 };

const isNear = (colour: number[], expected: number[]) =>
  colour.every((value, channel) => Math.abs(value - Number(expected[channel])) < 12);

test('when an unpaid applicant asks, then a small picture comes, marked, with the photo and without a code', async () => {
  const application = buildApplication(environment);
  await application.submit();
  const png = await application.waitForPreview();
  const picture = await readPng(png);

  expect(png.length).toBeLessThan(100 * 1024);
  expect([picture.width, picture.height]).toEqual([1000, 1414]);
  expect(isNear(calculateMeanColour(picture, STRIP), TURMERIC)).toBe(true);
  expect(isNear(calculateMeanColour(picture, PORTRAIT), SKY)).toBe(true);
  expect(findCode(picture)).toBeUndefined();
  expect((await application.fetchTicket()).status).toBe(404);
});

test('when the fee is paid, then the preview shows all that the ticket shows, and the ticket no mark', async () => {
  const application = buildApplication(environment);
  await application.submit({ exam_regular: 2, languages: [1, 2] });
  const unpaid = await application.waitForPreview();
  await application.pay();
  const pdf = await application.waitForTicket();
  const ticket = await renderPixels(pdf, 1000);
  const preview = await readPng(await application.waitForPreview((png) => !png.equals(unpaid)));

  for (const part of [ROWS, INSTRUCTIONS]) {
    expect(measureMissing(preview, ticket, part)).toBeLessThan(0.01);
    expect(measureMissing(ticket, preview, part)).toBeLessThan(0.01);
  }
  expect(measureMissing(await readPng(unpaid), ticket, ROWS)).toBeGreaterThan(0.05);
  expect(findCode(preview)).toBeUndefined();
  expect(findCode(ticket)).toMatch(/\/verify\//);
  expect((await readPdf(pdf)).text).not.toMatch(/Preview|comes here/);
  expect(isNear(calculateMeanColour(ticket, STRIP), TURMERIC)).toBe(false);
});

test('when an application changes, then so does its preview', async () => {
  const application = buildApplication(environment);
  await application.submit({ name: 'Sita' });
  const first = await application.waitForPreview();
  await application.update(2, { name: 'Lakshmi Narasimha Charyulu' });
  const second = await application.waitForPreview((png) => !png.equals(first));
  const [before, after] = await Promise.all([readPng(first), readPng(second)]);
  expect(measureMissing(before, after, NAME)).toBeGreaterThan(0.1);
  expect(measureMissing(before, after, INSTRUCTIONS)).toBe(0);
});

test('when a preview is asked for again and again, then it is made once', async () => {
  const application = buildApplication(environment);
  const before = environment.documents.countRequests(PHOTO_ID);
  await application.submit();
  const first = await application.waitForPreview();
  const again = await Promise.all(Array.from({ length: 5 }, () => application.waitForPreview()));
  expect(again.every((png) => png.equals(first))).toBe(true);
  expect(environment.documents.countRequests(PHOTO_ID)).toBe(before + 1);
});

test('while the application is on its way, then its owner is told to come again, and nobody else', async () => {
  const application = buildApplication(environment);
  expect((await application.fetchPreview()).status).toBe(404);
  application.registerOwner();
  const early = await application.fetchPreview();
  expect([early.status, early.headers.get('retry-after')]).toEqual([202, '1']);
  expect((await application.fetchPreview(buildApplicant())).status).toBe(404);
  await application.submit();
  await application.waitForPreview();
});

test("nobody learns of another's preview, and nobody gets one who is not signed in", async () => {
  const application = buildApplication(environment);
  await application.submit();
  await application.waitForPreview();
  const others = await application.fetchPreview(buildApplicant());
  const nowhere = await buildApplication(environment).fetchPreview();
  expect([others.status, nowhere.status]).toEqual([404, 404]);
  const [one, other] = (await Promise.all([others.json(), nowhere.json()])) as object[];
  expect({ ...one, request_id: '' }).toEqual({ ...other, request_id: '' });
  const address = `${environment.service().url}/api/tickets/${application.id}/preview`;
  expect((await fetch(address)).status).toBe(401);
});

test('while svc-application is down, then the applicant hears so, and has the preview once it is back', async () => {
  const { documents } = environment;
  documents.put('of the one who waits', await buildPhoto());
  documents.setDown(true);
  const application = buildApplication(environment);
  expect((await application.fetchPreview()).status).toBe(503);
  await application.submit({ photo: 'of the one who waits' });
  const status = await eventually(async () => {
    const { status } = await application.fetchPreview();
    return documents.countRequests('of the one who waits') > 0 && status;
  });
  expect([202, 503]).toContain(status);
  documents.setDown(false);
  await application.waitForPreview();
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
  await application.waitForPreview();
  const logs = environment.service().logs();
  expect(logs).toContain('/api/tickets/:application_id/preview');
  expect(logs).not.toContain('Unmistakable');
});
