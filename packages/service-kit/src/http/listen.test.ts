import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { createDrain, type Drain, listen } from './listen.ts';

/** A server whose requests wait until the test releases them. */
async function startServer(drain: Drain = createDrain(0)) {
  const waiting: (() => void)[] = [];
  const server = await listen(
    ({ url }, response) => {
      if (url === '/stream') {
        response.setHeader('content-type', 'text/event-stream');
        response.write(': hello\n\n');
      } else if (url === '/late-stream') {
        waiting.push(() => {
          response.setHeader('content-type', 'text/event-stream');
          response.write(': hello\n\n');
        });
      } else if (url === '/wait') waiting.push(() => response.end('done'));
      else response.end('at once');
    },
    { port: 0, drain },
  );
  return { server, waiting };
}

const waitForItem = async (list: unknown[]) => {
  while (list.length === 0) await new Promise(setImmediate);
};

test('completes a request in flight before it stops, and closes its connection', async () => {
  const { server, waiting } = await startServer();
  const answer = fetch(`http://127.0.0.1:${server.port}/wait`);
  await waitForItem(waiting);

  let stopped = false;
  const stopping = server.stop().then(() => {
    stopped = true;
  });
  await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow();
  expect(stopped).toBe(false);

  waiting[0]?.();
  const response = await answer;
  expect(response.headers.get('connection')).toBe('close');
  expect(await response.text()).toBe('done');
  await stopping;
});

test('stops despite event streams, idle connections, and one that has sent no request yet', async () => {
  const { server } = await startServer();
  const agent = new Agent({ keepAlive: true });
  const address = `http://127.0.0.1:${server.port}`;
  const [idle] = (await once(get(address, { agent }), 'response')) as [IncomingMessage];
  await idle.resume().toArray();
  const stream = await fetch(`${address}/stream`);
  const silent = connect(server.port, '127.0.0.1').resume();
  await once(silent, 'connect');
  const ended = once(silent, 'close');

  await server.stop();
  await ended;
  expect(await stream.text()).toBe(': hello\n\n');
  agent.destroy();
});

test('stops despite an event stream that was requested before and opens afterwards', async () => {
  const { server, waiting } = await startServer();
  const pending = fetch(`http://127.0.0.1:${server.port}/late-stream`);
  await waitForItem(waiting);
  const stopping = server.stop();
  waiting[0]?.();
  expect(await (await pending).text()).toBe(': hello\n\n');
  await stopping;
}, 5_000);

test('answers requests while it drains, on new and existing connections, and closes them', async () => {
  const drained = Promise.withResolvers<void>();
  const { server } = await startServer({ probe: async () => undefined, begin: () => drained.promise });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const address = `http://127.0.0.1:${server.port}/`;
  const fetchConnectionHeader = async (options: { agent?: Agent }) => {
    const [response] = (await once(get(address, options), 'response')) as [IncomingMessage];
    await response.resume().toArray();
    return response.headers.connection;
  };
  expect(await fetchConnectionHeader({ agent })).toBe('keep-alive');

  let stopped = false;
  const stopping = server.stop().then(() => {
    stopped = true;
  });
  expect([await fetchConnectionHeader({ agent }), await fetchConnectionHeader({})]).toEqual([
    'close',
    'close',
  ]);
  expect(stopped).toBe(false);

  drained.resolve();
  await stopping;
  await expect(fetch(address)).rejects.toThrow();
});

/** Sends a request with a Host and these headers. Returns the response. */
async function sendRaw(headers: string): Promise<string> {
  const { server } = await startServer();
  const socket = connect(server.port, '127.0.0.1');
  socket.end(`POST / HTTP/1.1\r\nHost: portal\r\n${headers}`);
  const response = await text(socket);
  await server.stop();
  return response;
}

test.each([
  ['with two lengths', 'Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'],
  ['with a length beside its chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['whose coding hides behind a space', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
  ['whose last coding is not chunked', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
])('rejects a request %s, which could smuggle another one past a proxy', async (_what, rest) => {
  expect(await sendRaw(rest)).toMatch(/^HTTP\/1\.1 400 /);
});

test('rejects a request with two Hosts', async () => {
  expect(await sendRaw('Connection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  const rejected = await sendRaw('HOST: other.example\r\nConnection: close\r\n\r\n');
  expect(rejected).toMatch(/^HTTP\/1.1 400 /);
  expect(rejected).toContain('application/problem+json');
});

test('rejects when the port is in use', async () => {
  const { server } = await startServer();
  await expect(listen(() => {}, { port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await server.stop();
});

const reaches = (port: number, address: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, address);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

/** An address of this machine beside its loopback; undefined on one without a network. */
const findOtherAddress = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

test('listens on the loopback alone, on each address that is named, and stops on all', async () => {
  const other = findOtherAddress();
  const { server } = await startServer();
  expect(await reaches(server.port, '127.0.0.1')).toBe(true);
  if (other) expect(await reaches(server.port, other)).toBe(false);
  await server.stop();

  const host = ['localhost', ...(other ? [other] : [])].join(',');
  const opened = await listen((_request, response) => response.end('here'), { host, port: 0 });
  for (const address of ['127.0.0.1', ...(other ? [other] : [])])
    expect(await (await fetch(`http://${address}:${opened.port}`)).text()).toBe('here');
  await opened.stop();
  for (const address of ['127.0.0.1', '::1', ...(other ? [other] : [])])
    expect(await reaches(opened.port, address)).toBe(false);
});
