import { eventually, photo } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anApplication } from './support/applications.ts';
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
