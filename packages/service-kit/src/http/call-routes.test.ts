import { request } from 'node:http';
import { problem } from '@archaka/contracts';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { attach, greet, lookUp, rename } from '../../test/support/calls.ts';
import { PORTAL, startCallServer, user } from '../../test/support/http-app.ts';
import { forbidden, notFound } from '../errors.ts';
import { businessError, handleCall, ok } from './call-handler.ts';
import { MAX_BODY, MAX_BODY_WITH_FILES } from './read-body.ts';

const loaded: unknown[] = [];
const received: unknown[] = [];
const app = await startCallServer({
  handlers: [
    handleCall(greet, {
      handle: async ({ body }) => ok({ data: [{ text: `hello ${body.who}` }] }),
      maxAge: 300,
    }),
    handleCall(rename, {
      load: async ({ body, user: { name } }) => {
        if (body.name === 'nobody') throw notFound();
        loaded.push(body.name);
        return { name };
      },
      complete: (body, own) => ({ ...body, name: body.name === 'me' ? own.name : body.name }),
      handle: async ({ body, user, state }) => {
        received.push({ body, user, state });
        if (body.name === 'foreign') throw forbidden();
        if (body.name === 'broken') throw new Error('9876543210 is broken');
        return body.name === 'taken' ? businessError(420) : ok();
      },
    }),
    handleCall(attach, { handle: async () => ok() }),
    handleCall(lookUp, { handle: async ({ body }) => ok({ data: [{ id: body.id }] }) }),
  ],
});
afterAll(() => app.stop());
beforeEach(() => {
  loaded.length = 0;
  received.length = 0;
});

const RENAME = '/api/dashboard/rename';
const ATTACH = '/api/dashboard/attach';
const signedIn = { authorization: 'Bearer user' };
const crossSiteHeaders = { origin: 'https://evil.example' };
const plainText = { 'content-type': 'text/plain' };
const oversized = { 'content-length': String(MAX_BODY + 1) };

/** Sends only headers and the start of a body. Returns the status of the response. */
const fetchStatus = (headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const outgoing = request(app.url + RENAME, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode ?? 0);
      outgoing.destroy();
    });
    outgoing.on('error', reject);
    outgoing.flushHeaders();
  });

test('checks a request in the order: another site, 415, 413, 401 before its body, 400, 403, 420', async () => {
  const json = { 'content-type': 'application/json' };
  expect(await fetchStatus({ ...crossSiteHeaders, ...plainText, ...oversized })).toBe(403);
  expect(await fetchStatus({ ...plainText, ...oversized })).toBe(415);
  expect(await fetchStatus({ ...json, ...oversized })).toBe(413);
  expect(await fetchStatus({ ...json, 'content-length': String(MAX_BODY) })).toBe(401);

  for (const [body, status] of [
    ['{ broken', 400],
    [{ name: '' }, 400],
    [{ name: 'nobody', age: 'x' }, 404],
    [{ name: 'foreign', age: 'x' }, 400],
    [{ name: 'foreign' }, 403],
  ] as const)
    expect([body, (await app.post(RENAME, body, signedIn)).status]).toEqual([body, status]);

  const conflict = await app.post(RENAME, { name: 'taken' }, signedIn);
  expect(conflict.status).toBe(200);
  expect(await conflict.json()).toEqual({ status: 420, message: 'This name is taken' });
});

/** Sends a chunked body in pieces of a quarter of the limit, one more than it allows. */
async function fetchChunkedStatus(path: string, limit: number): Promise<number> {
  const chunk = new Uint8Array(limit / 4).fill(0x20);
  const headers = { 'content-type': 'application/json', ...signedIn };
  const body = ReadableStream.from(Array(5).fill(chunk));
  return (await fetch(app.url + path, { method: 'POST', headers, body, duplex: 'half' })).status;
}

test.each([
  ['a call', RENAME, MAX_BODY],
  ['a call that carries files', ATTACH, MAX_BODY_WITH_FILES],
])(
  'accepts a body of exactly the limit of %s, and rejects a longer one with 413, also while it is received',
  async (_what, path, limit) => {
    const frame = JSON.stringify({ name: 'x', town: '' }).length;
    const buildBody = (bytes: number) => JSON.stringify({ name: 'x', town: 'a'.repeat(bytes - frame) });
    expect((await app.post(path, buildBody(limit), signedIn)).status).toBe(200);
    expect((await app.post(path, buildBody(limit + 1), signedIn)).status).toBe(413);
    expect(await fetchChunkedStatus(path, limit)).toBe(413);
  },
);

test('rejects a compressed body and another charset with 415', async () => {
  expect((await app.post(RENAME, '{}', { ...signedIn, 'content-encoding': 'gzip' })).status).toBe(415);
  const latin = { 'content-type': 'application/json; charset=latin1' };
  expect((await app.post(RENAME, '{}', { ...signedIn, ...latin })).status).toBe(415);
  const utf8 = { 'content-type': 'application/json; charset=UTF-8' };
  expect((await app.post(RENAME, { name: 'x' }, { ...signedIn, ...utf8 })).status).toBe(200);
});

test('runs the ordered checks first and alone, then the schema in the order of its keys', async () => {
  const unchecked = await app.post(RENAME, { age: 'x' }, signedIn);
  expect(problem.parse(await unchecked.json())).toMatchObject({
    title: 'Please enter the name',
    code: 'invalid',
    errors: [{ field: 'name', message: 'Please enter the name' }],
  });
  const invalid = await app.post(RENAME, { town: 1, age: 'x', name: 'x'.repeat(21) }, signedIn);
  const { errors } = problem.parse(await invalid.json());
  expect(errors?.map(({ field }) => field)).toEqual(['name', 'age', 'town']);
});

test('passes the completed and parsed body, the user and the loaded data to the handler', async () => {
  await app.post(RENAME, { name: 'me', unknown: 1, __proto__: null }, signedIn);
  expect(received).toEqual([{ body: { name: 'Ravi' }, user, state: { name: 'Ravi' } }]);
});

test('loads once a request, also when the checks reject it, and not without a session', async () => {
  await app.post(RENAME, { name: 'x' }, signedIn);
  await app.post(RENAME, { name: '' }, signedIn);
  await app.post(RENAME, { name: 'z' });
  expect(loaded).toEqual(['x', '']);
});

test('responds to an unexpected error with a 500 without details', async () => {
  const response = await app.post(RENAME, { name: 'broken' }, signedIn);
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ code: 'unexpected', title: 'Something went wrong!' });
  expect(text).not.toContain('9876543210');
});

test('answers GET and HEAD for a public query, with caching and an ETag', async () => {
  const address = `${app.url}/api/dashboard/greet?who=you`;
  const first = await fetch(address);
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
  expect(await first.json()).toEqual({ status: 200, data: [{ text: 'hello you' }] });
  const etag = String(first.headers.get('etag'));
  const conditional = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
  expect((await fetch(address, { headers: conditional })).status).toBe(304);
  expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);

  const posted = await app.post('/api/dashboard/greet', {});
  expect(posted.headers.get('cache-control')).toBe('no-store');
  expect(await posted.json()).toEqual({ status: 200, data: [{ text: 'hello world' }] });
});

test('accepts a query from another site and without a body, but no command', async () => {
  const emptyRequest = { method: 'POST', headers: crossSiteHeaders };
  expect((await fetch(`${app.url}/api/dashboard/greet`, emptyRequest)).status).toBe(200);
  expect((await fetch(app.url + RENAME, { method: 'POST', headers: signedIn })).status).toBe(415);
  expect((await app.post(RENAME, { name: 'x' }, { ...signedIn, origin: PORTAL })).status).toBe(200);
});

test('responds 405 with the allowed methods, and 404 at other addresses', async () => {
  const wrong = await fetch(app.url + RENAME);
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toBe('POST');
  for (const path of [
    '/',
    '/api/dashboard/nothing',
    '/api/dashboard/%E0%A4%A',
    '/%',
    '/api/dashboard/rename/x',
  ]) {
    const response = await fetch(app.url + path, { method: 'POST' });
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  }
});

test('accepts tokens of services only for internal calls', async () => {
  const path = '/internal/lookup';
  expect((await app.post(path, { id: 'x' })).status).toBe(401);
  expect((await app.post(path, { id: 'x' }, signedIn)).status).toBe(401);
  expect((await app.post(path, { id: 'x' }, { authorization: 'Bearer service' })).status).toBe(200);
});

test('reuses a valid request id and creates one otherwise', async () => {
  const given = await app.post(RENAME, {}, { 'x-request-id': 'abcd-1234' });
  expect(given.headers.get('x-request-id')).toBe('abcd-1234');
  expect(problem.parse(await given.json()).request_id).toBe('abcd-1234');
  const made = await app.post(RENAME, {}, { 'x-request-id': '<script>' });
  expect(made.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});

test('sends security headers and forbids caching [S-7.18]', async () => {
  const { headers } = await app.post(RENAME, { name: 'x' }, signedIn);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-store');
});
