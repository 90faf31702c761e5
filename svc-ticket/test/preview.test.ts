import { applicant, eventually, photo } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anApplication } from './support/applications.ts';
import { pixelsOf, readPdf } from './support/pdf.ts';
import { codeOn, meanColour, missingOn, readPng } from './support/png.ts';
import { openTicketing, PHOTO, type Ticketing } from './support/ticketing.ts';

let ticketing: Ticketing;
beforeAll(async () => {
  ticketing = await openTicketing();
});
afterAll(() => ticketing.close());

const TURMERIC = [224, 165, 38];
const SKY = [143, 180, 216];
/** Below the face on the test's photo. */
const PORTRAIT = { left: 0.78, top: 0.235, right: 0.9, bottom: 0.27 };
const NAME = { left: 0.05, top: 0.165, right: 0.7, bottom: 0.2 };
const ROWS = { left: 0.05, top: 0.12, right: 0.75, bottom: 0.66 };
const INSTRUCTIONS = { left: 0.05, top: 0.75, right: 0.7, bottom: 0.98 };
/** The ends of the strip, where its words do not reach. */
const STRIP = { left: 0, top: 0, right: 0.08, bottom: 0.02 };

const near = (colour: number[], expected: number[]) =>
  colour.every((value, channel) => Math.abs(value - Number(expected[channel])) < 12);

test('when an unpaid applicant asks, then a small picture comes, marked, with the photo and without a code', async () => {
  const application = anApplication(ticketing);
  await application.submit();
  const png = await application.preview();
  const picture = await readPng(png);

  expect(png.length).toBeLessThan(100 * 1024);
  expect([picture.width, picture.height]).toEqual([1000, 1414]);
  expect(near(meanColour(picture, STRIP), TURMERIC)).toBe(true);
  expect(near(meanColour(picture, PORTRAIT), SKY)).toBe(true);
  expect(codeOn(picture)).toBeUndefined();
  expect((await application.ask()).status).toBe(404);
});

test('when the fee is paid, then the preview shows all that the ticket shows, and the ticket no mark', async () => {
  const application = anApplication(ticketing);
  await application.submit({ exam_regular: 2, languages: [1, 2] });
  const unpaid = await application.preview();
  await application.pay();
  const pdf = await application.ticket();
  const ticket = await pixelsOf(pdf, 1000);
  const preview = await readPng(await application.preview((png) => !png.equals(unpaid)));

  for (const part of [ROWS, INSTRUCTIONS]) {
    expect(missingOn(preview, ticket, part)).toBeLessThan(0.01);
    expect(missingOn(ticket, preview, part)).toBeLessThan(0.01);
  }
  expect(missingOn(await readPng(unpaid), ticket, ROWS)).toBeGreaterThan(0.05);
  expect(codeOn(preview)).toBeUndefined();
  expect(codeOn(ticket)).toMatch(/\/verify\//);
  expect((await readPdf(pdf)).text).not.toMatch(/Preview|comes here/);
  expect(near(meanColour(ticket, STRIP), TURMERIC)).toBe(false);
});

test('when an application changes, then so does its preview', async () => {
  const application = anApplication(ticketing);
  await application.submit({ name: 'Sita' });
  const first = await application.preview();
  await application.update(2, { name: 'Lakshmi Narasimha Charyulu' });
  const second = await application.preview((png) => !png.equals(first));
  const [before, after] = await Promise.all([readPng(first), readPng(second)]);
  expect(missingOn(before, after, NAME)).toBeGreaterThan(0.1);
  expect(missingOn(before, after, INSTRUCTIONS)).toBe(0);
});

test('when a preview is asked for again and again, then it is made once', async () => {
  const application = anApplication(ticketing);
  const before = ticketing.documents.asked(PHOTO);
  await application.submit();
  const first = await application.preview();
  const again = await Promise.all(Array.from({ length: 5 }, () => application.preview()));
  expect(again.every((png) => png.equals(first))).toBe(true);
  expect(ticketing.documents.asked(PHOTO)).toBe(before + 1);
});

test('while the application is on its way, then its owner is told to come again, and nobody else', async () => {
  const application = anApplication(ticketing);
  expect((await application.askPreview()).status).toBe(404);
  application.send();
  const early = await application.askPreview();
  expect([early.status, early.headers.get('retry-after')]).toEqual([202, '1']);
  expect((await application.askPreview(applicant())).status).toBe(404);
  await application.submit();
  await application.preview();
});

test("nobody learns of another's preview, and nobody gets one who is not signed in", async () => {
  const application = anApplication(ticketing);
  await application.submit();
  await application.preview();
  const others = await application.askPreview(applicant());
  const nowhere = await anApplication(ticketing).askPreview();
  expect([others.status, nowhere.status]).toEqual([404, 404]);
  const [one, other] = (await Promise.all([others.json(), nowhere.json()])) as object[];
  expect({ ...one, request_id: '' }).toEqual({ ...other, request_id: '' });
  const address = `${ticketing.service().url}/api/tickets/${application.id}/preview`;
  expect((await fetch(address)).status).toBe(401);
});

test('while svc-application is down, then the applicant hears so, and has the preview once it is back', async () => {
  const { documents } = ticketing;
  documents.put('of the one who waits', await photo());
  documents.down(true);
  const application = anApplication(ticketing);
  expect((await application.askPreview()).status).toBe(503);
  await application.submit({ photo: 'of the one who waits' });
  const asked = await eventually(async () => {
    const { status } = await application.askPreview();
    return documents.asked('of the one who waits') > 0 && status;
  });
  expect([202, 503]).toContain(asked);
  documents.down(false);
  await application.preview();
});

test('when somebody asks too often, then they are told when to ask again', async () => {
  const application = anApplication(ticketing);
  const answers = await Promise.all(Array.from({ length: 121 }, () => application.askPreview()));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(500);
});

test('nothing of an applicant stands in the log', async () => {
  const application = anApplication(ticketing);
  await application.submit({ name: 'Unmistakable Name' });
  await application.preview();
  const logs = ticketing.service().logs();
  expect(logs).toContain('/api/tickets/:application_id/preview');
  expect(logs).not.toContain('Unmistakable');
});
