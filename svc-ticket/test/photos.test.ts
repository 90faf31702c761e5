import { buildPhoto, eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { buildApplication } from './support/applications.ts';
import { setFailedAttempts } from './support/jobs.ts';
import { readPdf } from './support/pdf.ts';
import { openTicketEnvironment, PHOTO_ID, type TicketEnvironment } from './support/ticket-environment.ts';

let environment: TicketEnvironment;
beforeAll(async () => {
  environment = await openTicketEnvironment();
});
afterAll(() => environment.close());

test('while svc-application is down a ticket waits, and comes when it is back', async () => {
  const { documents } = environment;
  const application = buildApplication(environment);
  const before = documents.countRequests(PHOTO_ID);
  documents.setDown(true);
  await application.submit();
  await application.pay();
  await eventually(() => documents.countRequests(PHOTO_ID) > before + 1);
  expect((await application.fetchTicket()).status).toBe(202);
  documents.setDown(false);
  await application.waitForTicket();
});

test('a photo that cannot be read leaves a ticket that says so', async () => {
  const { documents } = environment;
  documents.put('broken', (await buildPhoto()).subarray(0, 200));
  const application = buildApplication(environment);
  await application.submit({ photo: 'broken' });
  await application.pay();
  expect((await readPdf(await application.waitForTicket())).text).toContain('The photo could not be read');
});

test('a large photo leaves the ticket small', async () => {
  const { documents } = environment;
  documents.put('large', await buildPhoto('png', 4000, 6000));
  const application = buildApplication(environment);
  await application.submit({ photo: 'large' });
  await application.pay();
  const pdf = await application.waitForTicket();
  expect(pdf.length).toBeLessThan(120 * 1024);
  expect((await readPdf(pdf)).text).not.toContain('could not be read');
});

test('the worst of photos and names and all papers leave the ticket small', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
  const worst = sharp({ create: { width: 900, height: 1200, channels: 3, background: '#888', noise } });
  environment.documents.put('worst', await worst.jpeg({ quality: 95 }).toBuffer());
  const application = buildApplication(environment);
  const scripts = 'శ్రీ లక్ష్మీ Sita Rāma शर्मा ಕನ್ನಡ தமிழ் ଓଡ଼ିଆ '.repeat(5).slice(0, 200);
  const names = { name: scripts, father_name: [...scripts].toReversed().join('') };
  await application.submit({ ...names, photo: 'worst', exam_regular: 2, languages: [1, 2, 3] });
  await application.pay();
  const pdf = await application.waitForTicket();
  expect((await readPdf(pdf)).pages).toBe(1);
  expect(pdf.length).toBeLessThan(120 * 1024);
});

test('a ticket whose photo is nowhere is not issued without it', async () => {
  const { documents } = environment;
  const application = buildApplication(environment);
  await application.submit({ photo: 'nowhere' });
  await application.pay();
  await eventually(() => documents.countRequests('nowhere') > 2);
  expect((await application.fetchTicket()).status).toBe(202);
  documents.put('nowhere', await buildPhoto());
  await application.waitForTicket();
});

test('a ticket that goes on failing is parked and raised, its applicant told that it is being made; a change brings it', async () => {
  const { documents, service } = environment;
  const application = buildApplication(environment);
  await application.submit({ photo: 'never there' });
  await application.pay();
  await eventually(() => documents.countRequests('never there') > 0);
  await setFailedAttempts(environment.stage, application.id, 7);
  await eventually(() => service().logs().includes('work parked'), { timeoutMs: 20_000 });
  const response = await application.fetchTicket();
  expect([response.status, await response.json()]).toEqual([202, { state: 'being made', version: 1 }]);
  await application.update(2);
  await application.waitForTicket(2);
});
