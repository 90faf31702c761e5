import { createKeys, eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ShellWithApplicants, startShellWithApplicants, toCookie } from './support/applicants.ts';
import { json } from './support/fake-services.ts';

interface Visit {
  readonly response: Response;
  /** The cookie of further requests. */
  readonly cookie: string;
}

async function openPage({ url }: ShellWithApplicants, cookie = ''): Promise<Visit> {
  const response = await fetch(url, { headers: { cookie } });
  const [set] = response.headers.getSetCookie();
  return { response, cookie: set?.split(';')[0] ?? cookie };
}

async function readStatus({ url }: ShellWithApplicants, cookie: string): Promise<{ admitted: boolean }> {
  const response = await fetch(`${url}/waiting-room`, { headers: { cookie } });
  return (await response.json()) as { admitted: boolean };
}

describe('a portal for one visitor', () => {
  let shell: ShellWithApplicants;
  let inside: Visit;
  let waiting: Visit;
  beforeAll(async () => {
    shell = await startShellWithApplicants({ VISITOR_LIMIT: '1' });
    inside = await openPage(shell);
    waiting = await openPage(shell);
  });
  afterAll(() => shell.close());

  test('admits the first visitor and has the next ones wait, with their place, in both languages, uncached', async () => {
    expect(inside.response.status).toBe(200);
    expect([waiting.response.status, waiting.response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(waiting.response.headers.get('cache-control')).toBe('no-store');
    expect(waiting.response.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await waiting.response.text();
    expect(html).toContain('<html lang="te" data-both-languages>');
    expect(html).toContain('మీ ముందు ఉన్నవారు: <strong class="ahead">0</strong>');
    expect(html).toContain('People ahead of you: <strong class="ahead">0</strong>');
    const next = await openPage(shell);
    expect(await readStatus(shell, next.cookie)).toEqual({
      admitted: false,
      ahead: 1,
      minutes: 2,
      poll_seconds: 5,
    });
    expect((await openPage(shell, waiting.cookie)).response.status).toBe(503);
    expect((await openPage(shell, inside.cookie)).response.status).toBe(200);
  });

  test('rejects calls without a session, with the reason, but none of admitted or signed-in visitors', async () => {
    const refused = await shell.post('/api/dashboard/open', { cookie: waiting.cookie });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '15']);
    expect(await refused.json()).toMatchObject({
      code: 'portal-full',
      title: expect.stringContaining('wait'),
    });
    expect((await shell.post('/api/dashboard/open', { cookie: inside.cookie })).status).toBe(200);
    const signedIn = toCookie(shell.newSession());
    expect((await shell.post('/api/dashboard/open', signedIn)).status).toBe(503);
    expect((await shell.post('/api/dashboard/getdraft', signedIn)).status).toBe(200);
    expect((await shell.post('/api/dashboard/open', signedIn)).status).toBe(200);
    expect((await fetch(shell.url, { headers: signedIn })).status).toBe(200);
  });

  test('does not delay providers, scanners and files', async () => {
    shell.services.payment.on('/api/payment/webhook', (_request, response) => json(response, 200, {}));
    const addresses = ['/slices.json', '/healthz', '/favicon.ico', '/waiting-room/script.js'];
    const statuses = await Promise.all(
      addresses.map(async (address) => (await fetch(shell.url + address)).status),
    );
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect((await shell.post('/api/payment/webhook')).status).toBe(200);
  });
});

/** In milliseconds, from a cookie `kind.id.arrival.signature`. */
const readWaitingSince = (visit?: Visit): string | undefined => visit?.cookie.split('.')[2];

test('admits a waiter soon after a place is free; after a restart in the order of arrival', async () => {
  const keys = await createKeys();
  const env = { VISITOR_LIMIT: '100', SERVICE_KEY: JSON.stringify(keys.getPrivateKey('shell')) };
  const first = await startShellWithApplicants(env);
  const waiters: Visit[] = [];
  while (waiters.length < 3) {
    const visit = await openPage(first);
    // The line orders arrivals within the same millisecond by id.
    const isLater = readWaitingSince(visit) !== readWaitingSince(waiters.at(-1));
    if (visit.response.status === 503 && isLater) waiters.push(visit);
  }
  const [earliest, earlier, later] = waiters.map(({ cookie }) => cookie) as [string, string, string];
  await eventually(async () => (await readStatus(first, earliest)).admitted);
  const admitted = await openPage(first, earliest);
  await first.kill();
  await first.close();

  const second = await startShellWithApplicants(env);
  expect((await openPage(second, admitted.cookie)).response.status).toBe(200);
  expect(await readStatus(second, later)).toMatchObject({ admitted: false, ahead: 0 });
  expect(await readStatus(second, earlier)).toMatchObject({ admitted: false, ahead: 0 });
  expect(await readStatus(second, later)).toMatchObject({ ahead: 1 });
  await second.close();
});
