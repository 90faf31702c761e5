import { eventually, photo } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { anApplication } from './support/applications.ts';
import { failedBefore } from './support/jobs.ts';
import { readPdf } from './support/pdf.ts';
import { openTicketing, PHOTO, type Ticketing } from './support/ticketing.ts';

let ticketing: Ticketing;
beforeAll(async () => {
  ticketing = await openTicketing();
});
afterAll(() => ticketing.close());

test('while svc-application is down a ticket waits, and comes when it is back', async () => {
  const { documents } = ticketing;
  const application = anApplication(ticketing);
  const before = documents.asked(PHOTO);
  documents.down(true);
  await application.submit();
  await application.pay();
  await eventually(() => documents.asked(PHOTO) > before + 1);
  expect((await application.ask()).status).toBe(202);
  documents.down(false);
  await application.ticket();
});

test('a photo that cannot be read leaves a ticket that says so', async () => {
  const { documents } = ticketing;
  documents.put('broken', (await photo()).subarray(0, 200));
  const application = anApplication(ticketing);
  await application.submit({ photo: 'broken' });
  await application.pay();
  expect((await readPdf(await application.ticket())).text).toContain('The photo could not be read');
});

test('a large photo leaves the ticket small', async () => {
  const { documents } = ticketing;
  documents.put('large', await photo('png', 4000, 6000));
  const application = anApplication(ticketing);
  await application.submit({ photo: 'large' });
  await application.pay();
  const pdf = await application.ticket();
  expect(pdf.length).toBeLessThan(120 * 1024);
  expect((await readPdf(pdf)).text).not.toContain('could not be read');
});

test('the worst of photos and names and all papers leave the ticket small', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
  const worst = sharp({ create: { width: 900, height: 1200, channels: 3, background: '#888', noise } });
  ticketing.documents.put('worst', await worst.jpeg({ quality: 95 }).toBuffer());
  const application = anApplication(ticketing);
  const scripts = 'శ్రీ లక్ష్మీ Sita Rāma शर्मा ಕನ್ನಡ தமிழ் ଓଡ଼ିଆ '.repeat(5).slice(0, 200);
  const names = { name: scripts, father_name: [...scripts].toReversed().join('') };
  await application.submit({ ...names, photo: 'worst', exam_regular: 2, languages: [1, 2, 3] });
  await application.pay();
  const pdf = await application.ticket();
  expect((await readPdf(pdf)).pages).toBe(1);
  expect(pdf.length).toBeLessThan(120 * 1024);
});

test('a ticket whose photo is nowhere is not issued without it', async () => {
  const { documents } = ticketing;
  const application = anApplication(ticketing);
  await application.submit({ photo: 'nowhere' });
  await application.pay();
  await eventually(() => documents.asked('nowhere') > 2);
  expect((await application.ask()).status).toBe(202);
  documents.put('nowhere', await photo());
  await application.ticket();
});

test('a ticket that goes on failing is parked and raised, its applicant told that it is being made; a change brings it', async () => {
  const { documents, service } = ticketing;
  const application = anApplication(ticketing);
  await application.submit({ photo: 'never there' });
  await application.pay();
  await eventually(() => documents.asked('never there') > 0);
  await failedBefore(ticketing.stage, application.id, 7);
  await eventually(() => service().logs().includes('work parked'), { timeoutMs: 20_000 });
  const told = await application.ask();
  expect([told.status, await told.json()]).toEqual([202, { state: 'being made', version: 1 }]);
  await application.update(2);
  await application.ticket(2);
});
