import { ticketIssued } from '@archaka/contracts';
import { buildApplicant, eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { buildApplication, buildPaidApplication, type TestApplication } from './support/applications.ts';
import { readCode, readPdf, readPng, renderPng, scanCode } from './support/pdf.ts';
import { openTicketEnvironment, toPhotoId } from './support/ticket-environment.ts';

const environment = await openTicketEnvironment();

test('prints all facts of a submitted and paid application on one A4 page [S-1.16]', async () => {
  const application = await buildPaidApplication(environment, { exam_regular: 2, languages: [1, 3] });
  const pdf = await application.waitForTicket();
  const { text, title, ...page } = await readPdf(pdf);

  expect(page).toEqual({ pages: 1, language: 'te', tagged: true, width: 595, height: 842 });
  expect(title).toContain('Archaka examinations 2024');
  const words = [
    ...['Archaka examinations 2024', application.id, 'Sita Rama Sarma', 'Venkata Sarma', '11-06-2024'],
    ...['Pravesa', 'Compartmental', 'Sanskrit only; Oral and Shushkruti', 'Vaikhanasa', 'Anakapalli'],
    ...['Success', '**** **** ', `order_${application.id}`, `pay_${application.id}`],
    ...[`${application.id} · అసలు దరఖాస్తు`, 'Instructions'],
  ];
  for (const word of words) expect(text).toContain(word);
  expect(pdf.length).toBeLessThan(120 * 1024);
});

test('has a code that can be read from a grey print of 150 dpi, at any position', async () => {
  const application = await buildPaidApplication(environment);
  const print = await sharp(await renderPng(await application.waitForTicket(), 150))
    .grayscale()
    .png()
    .toBuffer();
  const { data, version, location } = scanCode(await readPng(print));

  expect(data).toMatch(/\/verify\/[\w-]{147}$/);
  expect(version).toBe(QRCode.create(data, { errorCorrectionLevel: 'M' }).version);
  expect(version).toBeLessThanOrEqual(10);
  const width = location.topRightCorner.x - location.topLeftCorner.x;
  expect(width / (150 / 25.4)).toBeGreaterThanOrEqual(30);
});

test('downloads as a private attachment with its version', async () => {
  const application = await buildPaidApplication(environment);
  await application.waitForTicket();
  const { status, headers } = await application.fetchTicket();

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('x-ticket-version')).toBe('1');
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('content-disposition')).toBe(`attachment; filename="ticket-${application.id}-1.pdf"`);
});

test('issues one ticket when the payment arrives before the application, and every event twice', async () => {
  const application = buildApplication(environment);
  await application.pay({ times: 2 });
  expect((await application.fetchTicket()).status).toBe(404);
  await application.submit({}, 3);
  await application.pay({ times: 2 });
  await application.waitForTicket();
  await eventually(() => environment.broker.eventsOfType(ticketIssued, application.id).length > 0);

  expect(environment.broker.eventsOfType(ticketIssued, application.id)).toEqual([
    { application_id: application.id, version: 1, at: expect.any(String) },
  ]);
});

/** What the page says about the ticket whose code this is. */
const readVerification = async (address: string): Promise<string> => {
  const [, origin, token = ''] = /^(.*)\/verify\/([\w-]{147})$/.exec(address) ?? [];
  expect(origin).toBe(environment.stage.urls.shell);
  return (await environment.verify(token)).text();
};
const CURRENT = 'This ticket is genuine and current';
const SUPERSEDED = 'This ticket has been superseded';

test('supersedes the ticket when a paid application changes', async () => {
  const application = await buildPaidApplication(environment);
  const first = await readCode(await application.waitForTicket(1));
  expect(await readVerification(first)).toContain(CURRENT);

  await application.update(2, { name: 'Sita Rama Sastry' });
  const pdf = await application.waitForTicket(2);
  expect((await readPdf(pdf)).text).toContain('Sita Rama Sastry');
  expect(await readVerification(first)).toContain(SUPERSEDED);
  expect(await readVerification(await readCode(pdf))).toContain(CURRENT);
});

test('has no ticket for an unpaid application [S-1.18]', async () => {
  const unpaid = buildApplication(environment);
  const paid = buildApplication(environment);
  await unpaid.submit();
  await paid.submit();
  await paid.pay();
  await paid.waitForTicket();
  await eventually(async () => (await unpaid.fetchTicket(buildApplicant())).status === 403);
  expect((await unpaid.fetchTicket()).status).toBe(404);
});

test('rejects another applicant and a client without a session', async () => {
  const application = await buildPaidApplication(environment);
  await application.waitForTicket();
  expect((await application.fetchTicket(buildApplicant())).status).toBe(403);
  expect((await fetch(`${environment.service().url}/api/tickets/${application.id}`)).status).toBe(401);
  expect((await buildApplication(environment).fetchTicket()).status).toBe(404);
});

test.each([
  ['another application holds the claims', (application: TestApplication) => application.loseClaim()],
  ['the provider has refunded it', (application: TestApplication) => application.reverse()],
])(
  'withdraws the ticket and supersedes its code when %s; a new payment gets a new ticket',
  async (_, reverse) => {
    const application = await buildPaidApplication(environment);
    const address = await readCode(await application.waitForTicket());
    await reverse(application);
    await eventually(async () => (await application.fetchTicket()).status === 404);
    expect(await readVerification(address)).toContain('This ticket is no longer valid');

    await application.payAgain();
    const { text } = await readPdf(await application.waitForTicket());
    expect(text).toContain(`pay_again_${application.id}`);
    expect(text).not.toContain(`order_${application.id}`);
  },
);

test('queues a ticket while svc-application is down, and makes it afterwards', async () => {
  const { documents } = environment;
  const application = buildApplication(environment);
  documents.setDown(true);
  await application.submit();
  await application.pay();
  await eventually(() => documents.countRequests(toPhotoId(application.id)) > 1);
  const response = await application.fetchTicket();
  expect([response.status, response.headers.get('retry-after')]).toEqual([202, '1']);
  documents.setDown(false);
  await application.waitForTicket();
});

test('limits the size of a ticket with the least compressible photo, the longest names and all papers', async () => {
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
  expect(pdf.length).toBeLessThan(125 * 1024);
});

test('parks a ticket that fails repeatedly, with an alert, while its applicant waits; a change prints it', async () => {
  const { documents, service } = environment;
  const application = await buildPaidApplication(environment, { photo: 'never there' });
  await eventually(() => documents.countRequests('never there') > 0);
  const database = await environment.stage.openDatabase('ticket');
  // An instance that makes it right now continues from its own count.
  const waiting = { _id: application.id, lease: null };
  const jobs = database.collection<{ _id: string; lease: string | null }>('jobs');
  await eventually(async () => (await jobs.updateOne(waiting, { $set: { tries: 7 } })).matchedCount === 1);
  await eventually(() => service().logs().includes('row parked'), { timeoutMs: 20_000 });
  const response = await application.fetchTicket();
  expect([response.status, await response.json()]).toEqual([202, { state: 'being made', version: 1 }]);
  await application.update(2);
  await application.waitForTicket(2);
});
