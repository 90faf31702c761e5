import { request } from 'node:http';
import { problem } from '@archaka/contracts';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { attach, greet, lookUp, rename } from '../../test/fixtures/calls.ts';
import { PORTAL, startCalls, user } from '../../test/fixtures/http-app.ts';
import { forbidden, notFound } from '../errors.ts';
import { MAX_BODY, MAX_BODY_WITH_FILES } from './read-body.ts';
import { ok, refuse, serve } from './serve.ts';

const seen: unknown[] = [];
const app = await startCalls({
  handlers: [
    serve(greet, async ({ body }) => ok({ data: [{ text: `hello ${body.who}` }] }), { maxAge: 300 }),
    serve(
      rename,
      async ({ body, user }) => {
        seen.push({ body, user });
        if (body.name === 'foreign') throw forbidden();
        if (body.name === 'broken') throw new Error('9876543210 is broken');
        return body.name === 'taken' ? refuse(420) : ok();
      },
      {
        prepare: (body, asker) => {
          if (body.name === 'nobody') throw notFound();
          return { ...body, name: body.name === 'me' ? asker.name : body.name };
        },
      },
    ),
    serve(attach, async () => ok()),
    serve(lookUp, async ({ body }) => ok({ data: [{ id: body.id }] })),
  ],
});
afterAll(() => app.stop());
beforeEach(() => void seen.splice(0));

const RENAME = '/api/dashboard/rename';
const ATTACH = '/api/dashboard/attach';
const signedIn = { authorization: 'Bearer user' };
const fromElsewhere = { origin: 'https://evil.example' };
const notJson = { 'content-type': 'text/plain' };
const tooLong = { 'content-length': String(MAX_BODY + 1) };

/** Sends only headers and the start of a body, and gives the status of the answer. */
const statusOf = (headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(app.url + RENAME, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode ?? 0);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });

test('refusals come in the order: another site, 415, 413, 401, 400, 403, 420', async () => {
  expect(await statusOf({ ...fromElsewhere, ...notJson, ...tooLong })).toBe(403);
  expect(await statusOf({ ...notJson, ...tooLong })).toBe(415);
  expect(await statusOf({ 'content-type': 'application/json', ...tooLong })).toBe(413);

  expect((await app.post(RENAME, '{ broken')).status).toBe(401);
  expect((await app.post(RENAME, '{ broken', signedIn)).status).toBe(400);
  expect((await app.post(RENAME, { name: '' }, signedIn)).status).toBe(400);
  expect((await app.post(RENAME, { name: 'nobody', age: 'x' }, signedIn)).status).toBe(404);
  expect((await app.post(RENAME, { name: 'foreign', age: 'x' }, signedIn)).status).toBe(400);
  expect((await app.post(RENAME, { name: 'foreign' }, signedIn)).status).toBe(403);

  const taken = await app.post(RENAME, { name: 'taken' }, signedIn);
  expect(taken.status).toBe(200);
  expect(await taken.json()).toEqual({ status: 420, message: 'This name is taken' });
});

/** Sends a body whose length is not announced, in pieces of a quarter of the limit. */
async function statusOfChunks(path: string, limit: number, headers: Record<string, string>): Promise<number> {
  const chunk = new Uint8Array(limit / 4).fill(0x20);
  let sent = 0;
  const body = new ReadableStream({
    pull: (controller) => (sent++ < 5 ? controller.enqueue(chunk) : controller.close()),
  });
  const typed = { 'content-type': 'application/json', ...headers };
  return (await fetch(app.url + path, { method: 'POST', headers: typed, body, duplex: 'half' })).status;
}

test.each([
  ['a call', RENAME, MAX_BODY],
  ['a call that carries files', ATTACH, MAX_BODY_WITH_FILES],
])('a body of %s that proves too large while it comes is a 413', async (_what, path, limit) => {
  expect(await statusOfChunks(path, limit, signedIn)).toBe(413);
});

test('answers 401 before the body has come', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': String(MAX_BODY) };
  expect(await statusOf(headers)).toBe(401);
});

test.each([
  ['a call', RENAME, MAX_BODY],
  ['a call that carries files', ATTACH, MAX_BODY_WITH_FILES],
])('a body of exactly the limit of %s is taken, and one byte more is a 413', async (_what, path, limit) => {
  const frame = JSON.stringify({ name: 'x', town: '' }).length;
  const ofSize = (bytes: number) => JSON.stringify({ name: 'x', town: 'a'.repeat(bytes - frame) });
  expect((await app.post(path, ofSize(limit), signedIn)).status).toBe(200);
  expect((await app.post(path, ofSize(limit + 1), signedIn)).status).toBe(413);
});

test('a compressed body and another charset are a 415', async () => {
  expect((await app.post(RENAME, '{}', { ...signedIn, 'content-encoding': 'gzip' })).status).toBe(415);
  const latin = { 'content-type': 'application/json; charset=latin1' };
  expect((await app.post(RENAME, '{}', { ...signedIn, ...latin })).status).toBe(415);
  const utf8 = { 'content-type': 'application/json; charset=UTF-8' };
  expect((await app.post(RENAME, { name: 'x' }, { ...signedIn, ...utf8 })).status).toBe(200);
});

test('checks speak first and alone, then the schema in the order of its keys', async () => {
  const unchecked = await app.post(RENAME, { age: 'x' }, signedIn);
  expect(problem.parse(await unchecked.json())).toMatchObject({
    title: 'Please enter the name',
    code: 'invalid',
    errors: [{ field: 'name', message: 'Please enter the name' }],
  });
  const unfit = await app.post(RENAME, { town: 1, age: 'x', name: 'x'.repeat(21) }, signedIn);
  const { errors } = problem.parse(await unfit.json());
  expect(errors?.map(({ field }) => field)).toEqual(['name', 'age', 'town']);
});

test('the handler gets the prepared and parsed body and the user', async () => {
  await app.post(RENAME, { name: 'me', unknown: 1, __proto__: null }, signedIn);
  expect(seen).toEqual([{ body: { name: 'Ravi' }, user }]);
});

test('what nobody foresaw is a 500 that tells nothing', async () => {
  const response = await app.post(RENAME, { name: 'broken' }, signedIn);
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ code: 'unexpected', title: 'Something went wrong!' });
  expect(text).not.toContain('9876543210');
});

test.each([
  '[]',
  '"x"',
  'null',
  '{"a":',
  '{"name":{"toString":1}}',
  `{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`,
])('the body %.20s is a 400', async (body) => {
  expect((await app.post(RENAME, body, signedIn)).status).toBe(400);
});

test('a public query answers GET and HEAD, may be kept, and is asked about by its ETag', async () => {
  const address = `${app.url}/api/dashboard/greet?who=you`;
  const first = await fetch(address);
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
  expect(await first.json()).toEqual({ status: 200, data: [{ text: 'hello you' }] });
  const etag = String(first.headers.get('etag'));
  const asking = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
  expect((await fetch(address, { headers: asking })).status).toBe(304);
  expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);

  const posted = await app.post('/api/dashboard/greet', {});
  expect(posted.headers.get('cache-control')).toBe('no-store');
  expect(await posted.json()).toEqual({ status: 200, data: [{ text: 'hello world' }] });
});

test('a query may come from another site and without a body, a command may not', async () => {
  const bare = { method: 'POST', headers: fromElsewhere };
  expect((await fetch(`${app.url}/api/dashboard/greet`, bare)).status).toBe(200);
  expect((await fetch(app.url + RENAME, { method: 'POST', headers: signedIn })).status).toBe(415);
  expect((await app.post(RENAME, { name: 'x' }, { ...signedIn, origin: PORTAL })).status).toBe(200);
});

test('other methods are a 405 that names the right ones, other addresses a 404', async () => {
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

test('internal calls take tokens of services only', async () => {
  const path = '/internal/lookup';
  expect((await app.post(path, { id: 'x' })).status).toBe(401);
  expect((await app.post(path, { id: 'x' }, signedIn)).status).toBe(401);
  expect((await app.post(path, { id: 'x' }, { authorization: 'Bearer service' })).status).toBe(200);
});

test('a request id is kept when it is one, and made when not', async () => {
  const kept = await app.post(RENAME, {}, { 'x-request-id': 'abcd-1234' });
  expect(kept.headers.get('x-request-id')).toBe('abcd-1234');
  expect(problem.parse(await kept.json()).request_id).toBe('abcd-1234');
  const made = await app.post(RENAME, {}, { 'x-request-id': '<script>' });
  expect(made.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});

test('answers carry security headers and are not kept', async () => {
  const { headers } = await app.post(RENAME, { name: 'x' }, signedIn);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-store');
});
