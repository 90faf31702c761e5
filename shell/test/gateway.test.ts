import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { json, published } from './support/fake-services.ts';
import { type RunningShell, startShell } from './support/running-shell.ts';

let shell: RunningShell;
/** Session ids svc-auth knows. */
const sessions = new Set<string>();
const cookieOf = (id: string) => ({ cookie: `archaka_session=${id}` });

beforeAll(async () => {
  shell = await startShell({
    auth: { calls: [published('logout', 'idempotent')] },
    application: {
      calls: [
        published('getdraft', 'query', 'required'),
        published('savedraft', 'command', 'required'),
        published('open', 'query'),
      ],
      routes: [
        { method: 'GET', path: '/api/updates', session: 'required' },
        { method: 'POST', path: '/api/documents', session: 'required' },
        { method: 'GET', path: '/api/documents/:id', session: 'required' },
      ],
    },
  });
  const { auth, application } = shell.services;
  auth.on('/internal/exchangesession', async (request, response) => {
    const { session_id, audience } = JSON.parse((await buffer(request)).toString());
    if (!sessions.has(session_id)) return json(response, 404, { title: 'unknown' });
    const expires_at = new Date(Date.now() + 900_000).toISOString();
    json(response, 200, {
      status: 200,
      data: [{ token: `token.${session_id}.${audience}`, user_id: 'u1', expires_at }],
    });
  });
  for (const call of ['getdraft', 'savedraft', 'open']) {
    application.on(`/api/dashboard/${call}`, (request, response) => json(response, 200, request.headers));
  }
});
afterAll(() => shell.close());

const post = (path: string, headers: Record<string, string> = {}) =>
  fetch(shell.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });

const newSession = () => {
  const id = randomBytes(16).toString('hex');
  sessions.add(id);
  return id;
};

test('when an applicant asks, then the service gets a token for itself and the gateway’s word about the request', async () => {
  const id = newSession();
  const answer = await post('/api/dashboard/getdraft', {
    ...cookieOf(id),
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
  await post('/api/dashboard/getdraft', cookieOf(newSession()));
  const exchange = shell.services.auth.seen.find(({ url }) => url === '/internal/exchangesession');
  const token = decodeJwt(String(exchange?.headers.authorization).slice('Bearer '.length));
  expect(token).toMatchObject({ iss: 'shell', aud: 'svc-auth' });
});

test('when there is no session, then the service is asked without a token and may refuse in its own order', async () => {
  const answer = await post('/api/dashboard/getdraft', cookieOf('an-unknown-session-id'));
  expect((await answer.json()) as object).not.toHaveProperty('authorization');
});

test('when an applicant logs out, then the next call of that browser has no token any more', async () => {
  const id = newSession();
  await post('/api/dashboard/getdraft', cookieOf(id));
  shell.services.auth.on('/api/dashboard/logout', (request, response) => {
    sessions.delete(id);
    expect(request.headers.cookie).toContain(id);
    response.setHeader('set-cookie', 'archaka_session=; Max-Age=0; Path=/');
    json(response, 200, { status: 200 });
  });
  const out = await post('/api/dashboard/logout', cookieOf(id));
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
  const after = await post('/api/dashboard/getdraft', cookieOf(id));
  expect((await after.json()) as object).not.toHaveProperty('authorization');
});

test('when a session ends elsewhere, then its calls have no token within 2 s', async () => {
  const id = newSession();
  await post('/api/dashboard/getdraft', cookieOf(id));
  sessions.delete(id);
  await eventually(
    async () => {
      const answer = await post('/api/dashboard/getdraft', cookieOf(id));
      return ((await answer.json()) as { authorization?: string }).authorization === undefined;
    },
    { timeoutMs: 2000, everyMs: 100 },
  );
});

test('when svc-auth is down, then the kept token serves, and an unknown session gets 503', async () => {
  const id = newSession();
  await post('/api/dashboard/getdraft', cookieOf(id));
  await shell.services.auth.die();
  try {
    await new Promise((later) => setTimeout(later, 1100));
    const kept = await post('/api/dashboard/getdraft', cookieOf(id));
    expect(kept.status).toBe(200);
    expect((await kept.json()) as object).toHaveProperty('authorization');
    const unknown = await post('/api/dashboard/getdraft', cookieOf(newSession()));
    expect(unknown.status).toBe(503);
  } finally {
    await shell.services.auth.rise();
  }
});

test('when a connection breaks, then a query is asked once more and a command is not', async () => {
  const { application } = shell.services;
  let times = 0;
  const breaks = (call: string) =>
    application.on(`/api/dashboard/${call}`, (request, response) => {
      times += 1;
      if (times === 1) request.socket.destroy();
      else json(response, 200, {});
    });
  breaks('open');
  expect((await post('/api/dashboard/open')).status).toBe(200);
  expect(times).toBe(2);
  times = 0;
  breaks('savedraft');
  const refused = await post('/api/dashboard/savedraft', cookieOf(newSession()));
  expect(refused.status).toBe(503);
  expect(refused.headers.get('content-type')).toContain('application/problem+json');
  expect(times).toBe(1);
});

test('when a part is down, then its calls are 503 with problem details until it is back', async () => {
  const { application } = shell.services;
  application.on('/api/dashboard/open', (_request, response) => json(response, 200, {}));
  await application.die();
  const down = await post('/api/dashboard/open');
  expect(down.status).toBe(503);
  expect(await down.json()).toMatchObject({ status: 503, code: 'part-down' });
  expect((await fetch(`${shell.url}/readyz`)).status).toBe(503);
  await application.rise();
  expect((await post('/api/dashboard/open')).status).toBe(200);
});

test('when a session makes more than 100 calls in a second, then it is told when to try again', async () => {
  const id = newSession();
  const other = newSession();
  await post('/api/dashboard/getdraft', cookieOf(id));
  const answers = await Promise.all(
    Array.from({ length: 130 }, () => post('/api/dashboard/getdraft', cookieOf(id))),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  expect((await post('/api/dashboard/getdraft', cookieOf(other))).status).toBe(200);
});

test('when a file goes up, then its bytes reach the service as they come', async () => {
  const { application } = shell.services;
  const parts: number[] = [];
  application.on('/api/documents', (request, response) => {
    request.on('data', (part: Buffer) => parts.push(part.length));
    request.once('end', () => json(response, 201, {}));
  });
  const file = new ReadableStream({
    async start(sink) {
      sink.enqueue(new Uint8Array(10_000));
      await eventually(() => parts.length > 0);
      sink.enqueue(new Uint8Array(20_000));
      sink.close();
    },
  });
  const answer = await fetch(`${shell.url}/api/documents`, {
    method: 'POST',
    body: file,
    duplex: 'half',
    headers: { 'content-type': 'application/octet-stream' },
  } as RequestInit);
  expect(answer.status).toBe(201);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(30_000);
});

test('when a file comes down, then it is the service’s bytes and headers', async () => {
  const file = randomBytes(300_000);
  shell.services.application.on('/api/documents/abc', (_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/pdf',
      'x-own': 'kept',
      'content-length': file.length,
    });
    response.end(file);
  });
  const answer = await fetch(`${shell.url}/api/documents/abc`);
  expect(answer.headers.get('x-own')).toBe('kept');
  expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true);
});

test('when updates are followed, then each comes at once, and the stream ends with its session', async () => {
  const id = newSession();
  shell.services.application.on('/api/updates', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    setTimeout(() => response.write('event: payment\ndata: {}\n\n'), 50);
  });
  const answer = await fetch(`${shell.url}/api/updates`, { headers: cookieOf(id) });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const first = await reader.read();
  expect(new TextDecoder().decode(first.value)).toContain('event: payment');
  sessions.delete(id);
  const ended = reader.read().then(
    ({ done }) => done,
    () => true,
  );
  const late = new Promise((resolve) => setTimeout(resolve, 5000, 'late'));
  expect(await Promise.race([ended, late])).toBe(true);
});

test('when the client goes away, then the service is told', async () => {
  const gone = new Promise<void>((resolve) => {
    shell.services.application.on('/api/documents/slow', (_request, response) => {
      response.once('close', () => resolve());
    });
  });
  const abort = new AbortController();
  const asked = fetch(`${shell.url}/api/documents/slow`, { signal: abort.signal }).catch(() => undefined);
  await eventually(() => shell.services.application.seen.some(({ url }) => url === '/api/documents/slow'));
  abort.abort();
  await asked;
  await gone;
});

test('when an address is nobody’s, then it is 404, and a wrong method is 405', async () => {
  const unknown = await post('/api/dashboard/nothing');
  expect(unknown.status).toBe(404);
  expect(unknown.headers.get('content-type')).toContain('application/problem+json');
  expect((await post('/internal/exchangesession')).status).toBe(404);
  const wrong = await fetch(`${shell.url}/api/dashboard/open`);
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toBe('POST');
});

test('when keys are asked for, then those of sessions and tickets are one set', async () => {
  const keySet = (kid: string) => ({ keys: [{ kid, kty: 'EC' }] });
  const { auth, ticket } = shell.services;
  auth.on('/.well-known/jwks.json', (_request, response) => json(response, 200, keySet('of-auth')));
  ticket.on('/.well-known/jwks.json', (_request, response) => json(response, 200, keySet('of-ticket')));
  const { keys } = (await (await fetch(`${shell.url}/.well-known/jwks.json`)).json()) as {
    keys: { kid: string }[];
  };
  expect(keys.map(({ kid }) => kid)).toEqual(['of-auth', 'of-ticket']);
});

test('when an address carries something private, then the log does not', async () => {
  await fetch(`${shell.url}/api/documents/secret-id?number=9876543210`);
  await eventually(() => shell.logs().includes('/api/documents/:id'));
  expect(shell.logs()).not.toContain('secret-id');
  expect(shell.logs()).not.toContain('9876543210');
});
