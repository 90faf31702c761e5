import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { afterEach, expect, jest, test } from '@jest/globals';
import { type HttpServer, listen, type RequestLimits, requestLimits } from './listen.ts';

const formatRequest = (headers: string) => `POST / HTTP/1.1\r\nHost: portal\r\n${headers}\r\n\r\n`;

let server: HttpServer;
let client: Socket;
let large: Promise<ServerResponse>;
afterEach(async () => {
  client.destroy();
  await server.stop();
});

/** A server that responds with the length of the body, or for `/large` with more than a connection buffers. */
async function startServer(limits: Partial<RequestLimits>): Promise<void> {
  const responded = Promise.withResolvers<ServerResponse>();
  large = responded.promise;
  server = await listen(
    async (request, response) => {
      if (request.url === '/large') {
        response.once('close', () => responded.resolve(response)).end(Buffer.alloc(50_000_000));
        return;
      }
      if (request.url === '/refused') return void response.end();
      const body = await buffer(request).catch(() => undefined);
      response.end(`${body?.length}`);
    },
    { port: 0, limits: { ...requestLimits, checkIntervalMs: 20, ...limits } },
  );
  client = connect(server.port, '127.0.0.1').on('error', () => undefined);
  await once(client, 'connect');
}

/** The response bytes until the server closes the connection. */
async function readUntilClosed(): Promise<string> {
  const chunks: Buffer[] = [];
  client.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => client.once('close', resolve));
  return Buffer.concat(chunks).toString();
}

async function sendSlowly(bytes: string): Promise<void> {
  const socket = client;
  for (const byte of bytes) {
    if (socket.destroyed) return;
    socket.write(byte);
    await pause(20);
  }
}

const ofLength = formatRequest('Content-Length: 100000');
const chunked = formatRequest('Transfer-Encoding: chunked');
const slowHeaders = formatRequest(`X-Slow: ${'a'.repeat(10_000)}`);
const slowBody = 'a'.repeat(10_000);
const timedOut = /^HTTP\/1.1 408 /;
test.each<[string, Partial<RequestLimits>, string, string, RegExp]>([
  ['whose headers come byte by byte', { headersMs: 300 }, '', slowHeaders, timedOut],
  ['without data', { headersMs: 300 }, '', '', /.*/],
  ['whose body comes byte by byte', { bodyMs: 300, bytesPerSecond: 1000 }, ofLength, slowBody, /^$/],
  ['whose chunked body has no data', { bodyMs: 300 }, chunked, '', /^$/],
  [
    'at the required rate whose whole request exceeds its time',
    { headersMs: 600, bodyMs: 300, bytesPerSecond: 1, requestMs: 600 },
    ofLength,
    slowBody,
    timedOut,
  ],
])(
  'ends a connection %s',
  async (_what, limits, atOnce, slowly, response) => {
    await startServer(limits);
    const closed = readUntilClosed();
    client.write(atOnce);
    void sendSlowly(slowly);
    expect(await closed).toMatch(response);
  },
  scaledTimeout(5000),
);

test('allows any duration for a body at the required rate', async () => {
  const bodyMs = scaledTimeout(300);
  await startServer({ bodyMs, bytesPerSecond: 1 });
  const closed = readUntilClosed();
  client.write(formatRequest('Transfer-Encoding: chunked\r\nConnection: close'));
  const enough = performance.now() + 2 * bodyMs;
  for (; performance.now() < enough; await pause(20)) client.write('1\r\na\r\n');
  client.write('0\r\n\r\n');
  expect(await closed).toMatch(/^HTTP\/1.1 200 /);
});

test(
  'ends the connection of a client that does not read its response',
  async () => {
    await startServer({ idleMs: 300 });
    client.write('GET /large HTTP/1.1\r\nHost: portal\r\n\r\n');
    expect((await large).writableFinished).toBe(false);
  },
  scaledTimeout(10_000),
);

test('does not hold the process by the timer of a body that is never read', async () => {
  const bodyMs = 4_000_000;
  await startServer({ bodyMs });
  const timers = jest.spyOn(globalThis, 'setTimeout');
  try {
    client.write('POST /refused HTTP/1.1\r\nHost: portal\r\nContent-Length: 100\r\n\r\n');
    await once(client, 'data');
    const ofBody = timers.mock.results.filter(
      (_, index) => Number(timers.mock.calls[index]?.[1]) > bodyMs / 2,
    );
    expect(ofBody.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false]);
  } finally {
    timers.mockRestore();
  }
});
