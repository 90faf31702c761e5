import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { type ShellWithApplicants, startShellWithApplicants, toCookie } from './support/applicants.ts';
import { crashDuring, json } from './support/fake-services.ts';

let shell: ShellWithApplicants;
beforeAll(async () => {
  shell = await startShellWithApplicants();
});
afterAll(() => shell.close());

test('when an applicant asks, then the service gets a token for itself and the gateway’s word about the request', async () => {
  const id = shell.newSession();
  const answer = await shell.post('/api/dashboard/getdraft', {
    ...toCookie(id),
    authorization: 'Bearer forged',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'elsewhere.example',
    'x-request-id': 'of-the-client',
  });
  const seen = (await answer.json()) as Record<string, string>;
  expect(answer.status).toBe(200);
  expect(seen.authorization).toBe(`Bearer token.${id}.svc-application`);
  expect(seen.cookie).toBeUndefined();
  expect(seen['x-forwarded-for']).toBe('127.0.0.1');
  expect(seen['x-forwarded-proto']).toBe('http');
  expect(seen['x-forwarded-host']).toBeUndefined();
  expect(seen['x-request-id']).toBe(answer.headers.get('x-request-id'));
});

test('when the session is exchanged, then the gateway shows a token of its own', async () => {
  await shell.post('/api/dashboard/getdraft', toCookie(shell.newSession()));
  const exchange = shell.services.auth.requests.find(({ url }) => url === '/internal/exchangesession');
  const token = decodeJwt(String(exchange?.headers.authorization).slice('Bearer '.length));
  expect(token).toMatchObject({ iss: 'shell', aud: 'svc-auth' });
});

test('answers a call without a session 401 before its body comes, in the order of refusals', async () => {
  const socket = connect(Number(new URL(shell.url).port), '127.0.0.1');
  const head = 'POST /api/dashboard/getdraft HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json';
  socket.write(`${head}\r\nContent-Length: 60000\r\n\r\n`);
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 401 /);
  socket.destroy();
  const status = async (headers: Record<string, string>) =>
    (await shell.post('/api/dashboard/savedraft', { ...toCookie('an-unknown-session-id'), ...headers }))
      .status;
  const before = shell.services.application.requests.length;
  expect(await status({ origin: 'https://elsewhere.example' })).toBe(403);
  expect(await status({ 'content-type': 'text/plain' })).toBe(415);
  expect(await status({})).toBe(401);
  expect(shell.services.application.requests).toHaveLength(before);
});

test('lets an address bring 300 cookies of no session a minute, without harm to signed-in applicants', async () => {
  const otherShell = await startShellWithApplicants();
  try {
    const signedIn = toCookie(otherShell.newSession());
    await otherShell.post('/api/dashboard/getdraft', signedIn);
    const responses = await Promise.all(
      Array.from({ length: 400 }, (_, each) =>
        otherShell.post('/api/dashboard/getdraft', toCookie(`junk-session-${each}`)),
      ),
    );
    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(100);
    expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const next = await otherShell.post('/api/dashboard/getdraft', toCookie('one-more-junk-session'));
    expect(next.status).toBe(429);
    expect((await otherShell.post('/api/dashboard/getdraft', signedIn)).status).toBe(200);
  } finally {
    await otherShell.close();
  }
});

test('when an applicant logs out, then the next call of that browser is 401', async () => {
  const id = shell.newSession();
  await shell.post('/api/dashboard/getdraft', toCookie(id));
  shell.services.auth.on('/api/dashboard/logout', (request, response) => {
    shell.sessions.delete(id);
    expect(request.headers.cookie).toContain(id);
    response.setHeader('set-cookie', 'archaka_session=; Max-Age=0; Path=/');
    json(response, 200, { status: 200 });
  });
  const out = await shell.post('/api/dashboard/logout', toCookie(id));
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
  expect((await shell.post('/api/dashboard/getdraft', toCookie(id))).status).toBe(401);
});

test('when a session ends elsewhere, then its calls are 401 within 2 s', async () => {
  const id = shell.newSession();
  await shell.post('/api/dashboard/getdraft', toCookie(id));
  shell.sessions.delete(id);
  await eventually(async () => (await shell.post('/api/dashboard/getdraft', toCookie(id))).status === 401, {
    timeoutMs: 2000,
    intervalMs: 100,
  });
});

test('when an instance of svc-auth dies under several connections, then a session is asked for over a new one', async () => {
  const fetchDraft = () => shell.post('/api/dashboard/getdraft', toCookie(shell.newSession()));
  expect((await crashDuring(shell.services.auth, '/internal/exchangesession', fetchDraft)).status).toBe(200);
});

test('when svc-auth is down, then the kept token serves, and an unknown session gets 503', async () => {
  const id = shell.newSession();
  await shell.post('/api/dashboard/getdraft', toCookie(id));
  await shell.services.auth.crash();
  try {
    const cacheExpired = performance.now() + 2500;
    while (performance.now() < cacheExpired) {
      const response = await shell.post('/api/dashboard/getdraft', toCookie(id));
      expect(response.status).toBe(200);
      expect((await response.json()) as object).toHaveProperty('authorization');
      await pause(100);
    }
    const unknown = await shell.post('/api/dashboard/getdraft', toCookie(shell.newSession()));
    expect(unknown.status).toBe(503);
  } finally {
    await shell.services.auth.restart();
  }
});

/** The answers to 130 calls of a new session, unless the machine took longer than a second for them. */
async function callWithinOneSecond() {
  const cookie = toCookie(shell.newSession());
  const call = () => shell.post('/api/dashboard/getdraft', cookie);
  const began = performance.now();
  await call();
  const responses = await Promise.all(Array.from({ length: 130 }, call));
  return performance.now() - began < 1000 && responses;
}

test('when a session makes more than 100 calls in a second, then it is told when to try again', async () => {
  const other = shell.newSession();
  const responses = await eventually(callWithinOneSecond);
  const rejected = responses.filter(({ status }) => status === 429);
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected[0]?.headers.get('retry-after')).toBe('1');
  expect((await shell.post('/api/dashboard/getdraft', toCookie(other))).status).toBe(200);
});

test('when updates are followed, then each comes at once, and the stream ends with its session', async () => {
  const id = shell.newSession();
  shell.services.application.on('/api/updates', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    setTimeout(() => response.write('event: payment\ndata: {}\n\n'), 50);
  });
  const answer = await fetch(`${shell.url}/api/updates`, { headers: toCookie(id) });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const first = await reader.read();
  expect(new TextDecoder().decode(first.value)).toContain('event: payment');
  shell.sessions.delete(id);
  const ended = reader.read().then(
    ({ done }) => done,
    () => true,
  );
  const late = new Promise((resolve) => setTimeout(resolve, 5000, 'late'));
  expect(await Promise.race([ended, late])).toBe(true);
});
