import { createHash } from 'node:crypto';
import { ticketVerification } from '@archaka/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildApplication } from './support/applications.ts';
import { readCode } from './support/pdf.ts';
import { openTicketEnvironment, type TicketEnvironment } from './support/ticket-environment.ts';

let environment: TicketEnvironment;
let token: string;
beforeAll(async () => {
  environment = await openTicketEnvironment();
  token = await createToken({ name: 'Rama & Sons' });
});
afterAll(() => environment.close());

async function createToken(overrides: { name?: string } = {}): Promise<string> {
  const application = buildApplication(environment);
  await application.submit(overrides);
  await application.pay();
  const address = await readCode(await application.waitForTicket());
  return address.slice(address.lastIndexOf('/') + 1);
}

const fetchPage = (token: string) => fetch(`${environment.service().url}/verify/${token}`);

test('the page says that a ticket is genuine, for which examination, and nothing of the person', async () => {
  const response = await fetchPage(token);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(page).toContain('This ticket is genuine and current');
  expect(page).toContain('అర్చక పరీక్షలు 2024');
  expect(page).toMatch(/ARC24-\w{8}/);
  expect(page).not.toMatch(/Rama|Sarma|\*\*\*\*|pay_|order_/);
});

test('the page shows the photo that stands on the ticket, and no other picture', async () => {
  const page = await (await fetchPage(token)).text();
  const [photo, ...more] = [...page.matchAll(/<img [^>]*src="data:image\/jpeg;base64,([^"]+)"/g)];
  expect(more).toEqual([]);
  const jpeg = Buffer.from(String(photo?.[1]), 'base64');
  const signedHash = Buffer.from(token, 'base64url').subarray(30, 46);
  expect(createHash('sha256').update(jpeg).digest().subarray(0, 16)).toEqual(signedHash);
});

test('a program that asks for JSON gets the same as such', async () => {
  const fetchJson = (token: string) =>
    fetch(`${environment.service().url}/verify/${token}`, { headers: { accept: 'application/json' } });
  const verification = ticketVerification.parse(await (await fetchJson(token)).json());
  expect(verification).toMatchObject({ state: 'current', version: 1, exam_type: 1 });
  expect(await (await fetchJson('A')).json()).toEqual({ state: 'not-genuine' });
});

test('the page can load and run nothing, and is kept nowhere', async () => {
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
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

test.each([
  ['cut short', () => token.slice(0, 100)],
  ['one letter', () => 'A'],
  ['made longer', () => `${token}AAAA`],
  [
    'with another letter in its middle',
    () => token.slice(0, 40) + (token[40] === 'A' ? 'B' : 'A') + token.slice(41),
  ],
  ['with another signature', () => token.slice(0, 80) + 'A'.repeat(67)],
  ['of zeros', () => 'A'.repeat(147)],
  ['very long', () => 'A'.repeat(5000)],
  ['of HTML', () => encodeURIComponent('<script>alert(1)</script>')],
  ['of Telugu', () => encodeURIComponent('టికెట్')],
  ['with dots and slashes', () => encodeURIComponent('../../etc/passwd')],
])('a token %s is not genuine', async (_, createToken) => {
  const response = await fetchPage(createToken());
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('This is not a genuine ticket');
});

test('a token that is no text at all is refused, not an error', async () => {
  expect((await fetchPage('%E0%A4%A')).status).toBe(400);
  expect((await fetchPage('%00')).status).toBe(200);
});

test('a ticket of another portal is not genuine here', async () => {
  const other = await openTicketEnvironment();
  try {
    const response = await fetch(`${other.service().url}/verify/${token}`);
    expect(await response.text()).toContain('This is not a genuine ticket');
  } finally {
    await other.close();
  }
});
