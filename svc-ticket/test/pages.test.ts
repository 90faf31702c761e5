import { createHash } from 'node:crypto';
import { ticketVerification } from '@archaka/contracts';
import { buildApplicant, buildPhoto, eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { buildApplication, buildPaidApplication } from './support/applications.ts';
import { readToken } from './support/pdf.ts';
import { openTicketEnvironment } from './support/ticket-environment.ts';

const environment = await openTicketEnvironment();
const paid = await buildPaidApplication(environment, { name: 'Rama & Sons' });
const token = await readToken(await paid.waitForTicket());
const fetchPage = environment.verify;

test('shows a genuine ticket with its examination and the signed photo, and no other personal details', async () => {
  const response = await fetchPage(token);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(page).toContain('This ticket is genuine and current');
  expect(page).toContain('అర్చక పరీక్షలు 2024');
  expect(page).toMatch(/ARC24-\w{8}/);
  expect(page).not.toMatch(/Rama|Sarma|\*\*\*\*|pay_|order_/);
  const photos = [...page.matchAll(/<img [^>]*src="data:image\/jpeg;base64,([^"]+)"/g)];
  const hashes = photos.map(([, jpeg = '']) =>
    createHash('sha256').update(Buffer.from(jpeg, 'base64')).digest(),
  );
  expect(hashes.map((hash) => hash.subarray(0, 16))).toEqual([
    Buffer.from(token, 'base64url').subarray(30, 46),
  ]);
});

test('returns the same as JSON on request', async () => {
  const fetchJson = async (token: string) => (await fetchPage(token, { accept: 'application/json' })).json();
  const verification = ticketVerification.parse(await fetchJson(token));
  expect(verification).toMatchObject({ state: 'current', version: 1, exam_type: 1 });
  expect(await fetchJson('A')).toEqual({ state: 'not-genuine' });
});

test('forbids the page to load, run or be cached', async () => {
  const response = await fetchPage(token);
  const { headers } = response;
  const styles = [...(await response.text()).matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);
  const hashes = styles.map((css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`);
  expect(headers.get('content-security-policy')).toMatch(
    new RegExp(
      `^default-src 'none'; style-src ${hashes.join(' ').replaceAll('+', '\\+')}; font-src data:; img-src data:; base-uri`,
    ),
  );
  expect(styles.at(-1)).toContain('url(data:font/woff2;base64,d09GMg');
  // Behind a font of the device, Chromium draws boxes for words without a joiner.
  expect(styles[0]).toMatch(/font:[^;]*"Screen Telugu",\s*system-ui/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

test.each([
  ['cut short', token.slice(0, 100)],
  ['with another signature', token.slice(0, 80) + 'A'.repeat(67)],
  ['very long', 'A'.repeat(5000)],
  ['of HTML', encodeURIComponent('<script>alert(1)</script>')],
  ['with dots and slashes', encodeURIComponent('../../etc/passwd')],
])('does not accept a token %s', async (_, forged) => {
  const response = await fetchPage(forged);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('This is not a genuine ticket');
});

test('rejects a token that is no text, without a server error', async () => {
  expect((await fetchPage('%E0%A4%A')).status).toBe(400);
  expect((await fetchPage('%00')).status).toBe(200);
});

const UNPAID = 'Preview only · not valid until paid';

test('shows an unpaid applicant a marked preview in a frame without scripts', async () => {
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

test("asks the owner to reload before the application's event arrives, and reveals it to no other user", async () => {
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

test('reports an outage of svc-application to the applicant, and shows the preview afterwards', async () => {
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

test('limits requests and states when to retry', async () => {
  const application = buildApplication(environment);
  const answers = await Promise.all(Array.from({ length: 121 }, () => application.fetchPreview()));
  const rejected = answers.filter(({ status }) => status === 429);
  expect(rejected).toHaveLength(1);
  expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(500);
});
