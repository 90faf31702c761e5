import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { type ShellWithApplicants, startShellWithApplicants, toCookie } from './support/applicants.ts';
import { crashDuring, type Handler, json } from './support/fake-services.ts';

let shell: ShellWithApplicants;
beforeAll(async () => {
  shell = await startShellWithApplicants();
});
afterAll(() => shell.close());

test('sends the service its own token and the gateway’s headers about the request', async () => {
  const id = shell.newSession();
  const answer = await shell.post('/api/dashboard/getdraft', {
    ...toCookie(id),
    authorization: 'Bearer forged',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'elsewhere.example',
    'x-gateway-token': 'forged',
    'x-request-id': 'of-the-client',
  });
  const seen = (await answer.json()) as Record<string, string>;
  expect(answer.status).toBe(200);
  expect(seen.authorization).toBe(`Bearer token.${id}.svc-application`);
  expect(seen.cookie).toBeUndefined();
  expect(seen['x-forwarded-for']).toBe('127.0.0.1');
  expect(seen['x-forwarded-host']).toBe(new URL(shell.url).host);
  expect(decodeJwt(seen['x-gateway-token'] ?? '')).toMatchObject({
    iss: 'shell',
    aud: 'svc-application',
    scope: 'forwarding',
  });
  expect(seen['x-request-id']).toBe(answer.headers.get('x-request-id'));
});

test("authenticates the exchange of a session by the gateway's own token", async () => {
  await shell.post('/api/dashboard/getdraft', toCookie(shell.newSession()));
  const exchange = shell.services.auth.requests.find(({ url }) => url === '/internal/exchangesession');
  const token = decodeJwt(String(exchange?.headers.authorization).slice('Bearer '.length));
  expect(token).toMatchObject({ iss: 'shell', aud: 'svc-auth' });
});

test('responds 401 to a call without a session before its body is received, in the order of rejections', async () => {
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

test('limits unknown cookies of an address to 300 a minute, without an effect on signed-in applicants', async () => {
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

test('responds 401 to the next call after a logout', async () => {
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

test('responds 401 within 2 s after a session ended elsewhere', async () => {
  const id = shell.newSession();
  await shell.post('/api/dashboard/getdraft', toCookie(id));
  shell.sessions.delete(id);
  await eventually(async () => (await shell.post('/api/dashboard/getdraft', toCookie(id))).status === 401, {
    timeoutMs: 2000,
    intervalMs: 100,
  });
});

test('exchanges a session over a new connection when an instance of svc-auth dies under several', async () => {
  const fetchDraft = () => shell.post('/api/dashboard/getdraft', toCookie(shell.newSession()));
  expect((await crashDuring(shell.services.auth, '/internal/exchangesession', fetchDraft)).status).toBe(200);
});

test('uses cached tokens while svc-auth is down, and responds 503 to an unknown session', async () => {
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

/** The responses to 130 calls of a new session, unless the machine needed more than a second for them. */
async function callWithinOneSecond() {
  const cookie = toCookie(shell.newSession());
  const call = () => shell.post('/api/dashboard/getdraft', cookie);
  const began = performance.now();
  await call();
  const responses = await Promise.all(Array.from({ length: 130 }, call));
  return performance.now() - began < 1000 && responses;
}

test('limits a session to 100 calls a second, and states when to retry', async () => {
  const other = shell.newSession();
  const responses = await eventually(callWithinOneSecond);
  const rejected = responses.filter(({ status }) => status === 429);
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected[0]?.headers.get('retry-after')).toBe('1');
  expect((await shell.post('/api/dashboard/getdraft', toCookie(other))).status).toBe(200);
});

test('sends each update at once, and ends the stream with its session', async () => {
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

/** Follows a session's updates; resolves when they have ended. */
async function followUpdates(id: string) {
  const answer = await fetch(`${shell.url}/api/updates`, { headers: toCookie(id) });
  let hasEnded = false;
  const end = answer
    .text()
    .catch(() => 'cut off')
    .then(() => {
      hasEnded = true;
    });
  return { isEnded: () => hasEnded, end };
}

const respondUnknown: Handler = (_request, response) => json(response, 404, { title: 'unknown' });
const respondHtml: Handler = (_request, response) => response.writeHead(200).end('<!doctype html>');
const respondMalformed: Handler = (_request, response) => json(response, 200, { status: 200, data: ['x'] });
const breakConnection: Handler = ({ socket }) => socket.destroy();

test('retains streams while svc-auth does not respond, and logs it once, without sessions', async () => {
  shell.services.application.on('/api/updates', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
  });
  const id = shell.newSession();
  const stream = await followUpdates(id);
  shell.sessions.delete(id);
  for (const handler of [respondUnknown, respondHtml, respondMalformed, breakConnection]) {
    const queried = Promise.withResolvers<void>();
    shell.services.auth.on('/internal/endedsessions', (request, response) => {
      queried.resolve();
      return handler(request, response);
    });
    await queried.promise;
    expect(stream.isEnded()).toBe(false);
  }
  shell.services.auth.on('/internal/endedsessions', shell.respondEndedSessions);
  await stream.end;
  expect(shell.logs().split('checking sessions failed')).toHaveLength(2);
  expect(shell.logs()).not.toContain(id);
});
