import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { eventually, startFaultyConnection } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ShellWithApplicants, startShellWithApplicants, toCookie } from './support/applicants.ts';
import { crashDuring, json } from './support/fake-services.ts';

let shell: ShellWithApplicants;
beforeAll(async () => {
  shell = await startShellWithApplicants();
});
afterAll(() => shell.close());

test('retries a query once after a broken connection, but no command', async () => {
  const { application } = shell.services;
  let times = 0;
  const breakFirst = (call: string) =>
    application.on(`/api/dashboard/${call}`, (request, response) => {
      times += 1;
      if (times === 1) request.socket.destroy();
      else json(response, 200, {});
    });
  breakFirst('open');
  expect((await shell.post('/api/dashboard/open')).status).toBe(200);
  expect(times).toBe(2);
  times = 0;
  breakFirst('savedraft');
  const rejected = await shell.post('/api/dashboard/savedraft', toCookie(shell.newSession()));
  expect(rejected.status).toBe(503);
  expect(rejected.headers.get('content-type')).toContain('application/problem+json');
  expect(times).toBe(1);
});

test('sends a query over a new connection when an instance dies under several', async () => {
  const { application } = shell.services;
  const open = '/api/dashboard/open';
  application.on(open, (_request, response) => json(response, 200, {}));
  expect((await crashDuring(application, open, () => shell.post(open))).status).toBe(200);
});

test('responds 503 with problem details while a service is down', async () => {
  const { application } = shell.services;
  application.on('/api/dashboard/open', (_request, response) => json(response, 200, {}));
  await application.crash();
  const down = await shell.post('/api/dashboard/open');
  expect(down.status).toBe(503);
  expect(await down.json()).toMatchObject({ status: 503, code: 'part-down' });
  const opened = await shell.post('/api/dashboard/open', { accept: 'text/html,*/*;q=0.8' });
  expect([opened.status, await opened.text()]).toEqual([503, expect.stringContaining('<html lang="te">')]);
  expect((await fetch(`${shell.url}/readyz`)).status).toBe(503);
  await application.restart();
  expect((await shell.post('/api/dashboard/open')).status).toBe(200);
});

test("streams an upload's bytes to the service", async () => {
  const { application } = shell.services;
  const chunkLengths: number[] = [];
  application.on('/api/documents', (request, response) => {
    request.on('data', (chunk: Buffer) => chunkLengths.push(chunk.length));
    request.once('end', () => json(response, 201, {}));
  });
  const file = new ReadableStream({
    async start(sink) {
      sink.enqueue(new Uint8Array(10_000));
      await eventually(() => chunkLengths.length > 0);
      sink.enqueue(new Uint8Array(20_000));
      sink.close();
    },
  });
  const answer = await fetch(`${shell.url}/api/documents`, {
    method: 'POST',
    body: file,
    duplex: 'half',
    headers: { 'content-type': 'application/octet-stream', ...toCookie(shell.newSession()) },
  } as RequestInit);
  expect(answer.status).toBe(201);
  expect(chunkLengths.reduce((sum, chunk) => sum + chunk, 0)).toBe(30_000);
});

/** Sends a POST in pieces. */
async function openPost(path: string, headers: string) {
  const socket = connect(Number(new URL(shell.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const type = 'Content-Type: application/json';
  socket.write(`POST ${path} HTTP/1.1\r\nHost: portal\r\n${type}\r\n${headers}\r\n\r\n`);
  return {
    send: (text: string) => void socket.write(text),
    answer: async () => String((await once(socket, 'data'))[0]),
    close: () => socket.destroy(),
  };
}

test('contacts a service only once a call’s body is complete', async () => {
  const { application } = shell.services;
  application.on('/api/dashboard/open', async (request, response) =>
    json(response, 200, { body: String(await buffer(request)) }),
  );
  for (const [headers, pieces] of [
    ['Content-Length: 12', ['{"a":', '"slow"}']],
    ['Transfer-Encoding: chunked', ['5\r\n{"a":\r\n', '6\r\n"slow"\r\n1\r\n}\r\n0\r\n\r\n']],
  ] as const) {
    const before = application.requests.length;
    const post = await openPost('/api/dashboard/open', headers);
    post.send(pieces[0]);
    expect((await shell.post('/api/dashboard/savedraft', toCookie(shell.newSession()))).status).toBe(200);
    expect(application.requests.slice(before).map(({ url }) => url)).toEqual(['/api/dashboard/savedraft']);
    post.send(pieces[1]);
    expect(await post.answer()).toMatch(/^HTTP\/1.1 200 /);
    post.close();
  }
});

test('streams a body that is too large to buffer completely', async () => {
  const { application } = shell.services;
  application.on('/api/dashboard/open', async (request, response) =>
    json(response, 200, { bytes: (await buffer(request)).length }),
  );
  const form = `{"a":"${'x'.repeat(300_000)}"}`;
  const headers = { 'content-type': 'application/json' };
  const whole = await fetch(`${shell.url}/api/dashboard/open`, { method: 'POST', headers, body: form });
  const chunked = await fetch(`${shell.url}/api/dashboard/open`, {
    method: 'POST',
    headers,
    body: new Blob([form]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect([await whole.json(), await chunked.json()]).toEqual([{ bytes: 300_008 }, { bytes: 300_008 }]);
});

test('forwards the received part of a broken PATCH once', async () => {
  const { application } = shell.services;
  let [times, bytes, isWhole] = [0, 0, true];
  application.on('/api/uploads/abc', (request) => {
    times += 1;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.once('error', () => {
      isWhole = false;
    });
  });
  const proxy = await startFaultyConnection(shell.url, { breakAfterBytes: [700_000] });
  const headers = toCookie(shell.newSession());
  const upload = { method: 'PATCH', headers, body: new Uint8Array(2_000_000) };
  await expect(fetch(`${proxy.url}/api/uploads/abc`, upload)).rejects.toThrow();
  await proxy.stop();
  await eventually(() => !isWhole);
  expect(times).toBe(1);
  expect(bytes).toBeGreaterThan(300_000);
});

test('streams a download with the service’s bytes and headers', async () => {
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

test('notifies the service when the client disconnects', async () => {
  const disconnected = new Promise<void>((resolve) => {
    shell.services.application.on('/api/documents/slow', (_request, response) => {
      response.once('close', () => resolve());
    });
  });
  const abort = new AbortController();
  const request = fetch(`${shell.url}/api/documents/slow`, { signal: abort.signal }).catch(() => undefined);
  await eventually(() =>
    shell.services.application.requests.some(({ url }) => url === '/api/documents/slow'),
  );
  abort.abort();
  await request;
  await disconnected;
});

test('responds 404 at an unknown address, and 405 to a wrong method', async () => {
  const unknown = await shell.post('/api/dashboard/nothing');
  expect(unknown.status).toBe(404);
  expect(unknown.headers.get('content-type')).toContain('application/problem+json');
  expect((await shell.post('/internal/exchangesession')).status).toBe(404);
  const wrong = await fetch(`${shell.url}/api/dashboard/open`);
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toBe('POST');
});

test('does not route to a service’s internal addresses', async () => {
  for (const service of Object.values(shell.services)) {
    service.on('/metrics', (_request, response) => json(response, 200, {}));
  }
  for (const path of ['/metrics', '/contract']) {
    expect([path, (await fetch(shell.url + path)).status]).toEqual([path, 404]);
  }
});

test('combines the keys of sessions and tickets into one set', async () => {
  const buildKeySet = (kid: string) => ({ keys: [{ kid, kty: 'EC' }] });
  const { auth, ticket } = shell.services;
  auth.on('/.well-known/jwks.json', (_request, response) => json(response, 200, buildKeySet('of-auth')));
  ticket.on('/.well-known/jwks.json', (_request, response) => json(response, 200, buildKeySet('of-ticket')));
  const { keys } = (await (await fetch(`${shell.url}/.well-known/jwks.json`)).json()) as {
    keys: { kid: string }[];
  };
  expect(keys.map(({ kid }) => kid)).toEqual(['of-auth', 'of-ticket']);
});

test('omits private data in addresses from the log', async () => {
  await fetch(`${shell.url}/api/documents/secret-id?number=9876543210`);
  await eventually(() => shell.logs().includes('/api/documents/:id'));
  expect(shell.logs()).not.toContain('secret-id');
  expect(shell.logs()).not.toContain('9876543210');
});
