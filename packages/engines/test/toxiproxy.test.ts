import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FaultyProxy, findOrInstallToxiproxy, freePort, startFaultyProxy } from '../src/index.ts';

let echo: Server;
let way: FaultyProxy;
const open = new Set<Socket>();

beforeAll(async () => {
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const { port: upstream } = echo.address() as AddressInfo;
  way = await startFaultyProxy({
    toxiproxy: await findOrInstallToxiproxy(),
    port: await freePort(),
    upstream,
  });
}, scaledTimeout(300_000));
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await way?.stop();
  echo?.close();
});

async function arrive(): Promise<Socket> {
  const socket = connect(way.port, '127.0.0.1');
  open.add(socket);
  await once(socket, 'connect');
  return socket;
}

/** Says a word and waits for its echo; gives the ms until it came. */
async function ask(socket: Socket, timeoutMs = scaledTimeout(10_000)): Promise<number> {
  const start = performance.now();
  const answered = once(socket, 'data', { signal: AbortSignal.timeout(timeoutMs) });
  socket.write('word');
  await answered;
  return performance.now() - start;
}

/** Says words without end. */
function talk(socket: Socket): void {
  socket.on('error', () => {}).resume();
  const more = () => {
    while (socket.writable && socket.write('word'.repeat(1000)));
  };
  socket.on('drain', more);
  more();
}

test('when the way is cut, connections end and none is taken until it is restored', async () => {
  const before = await arrive();
  await ask(before);
  const ended = once(before, 'close');
  await way.cut();
  await ended;
  await expect(arrive()).rejects.toThrow('ECONNREFUSED');

  const { port } = way;
  await way.restore();
  expect(way.port).toBe(port);
  await ask(await arrive());
});

test('when the way is slow, answers come late, also on connections that were open', async () => {
  const socket = await arrive();
  await way.slow({ ms: 400, jitter: 50 });
  expect(await ask(socket)).toBeGreaterThanOrEqual(340);
  await way.restore();
  expect(await ask(await arrive())).toBeLessThan(340);
});

test('when connections break while a way becomes slow or as new, then it becomes so', async () => {
  for (let round = 0; round < 3; round += 1) {
    const sockets = await Promise.all(Array.from({ length: 40 }, arrive));
    const breakHalf = () => sockets.splice(0, 20).forEach((socket) => void socket.resetAndDestroy());
    for (const socket of sockets) talk(socket);
    const slowed = way.slow({ ms: 20, jitter: 20 });
    breakHalf();
    await slowed;
    await wait(60);
    const restored = way.restore();
    breakHalf();
    await restored;
  }
  await ask(await arrive());
});

test('when the way is a black hole, connections stay open and nothing comes, until it is restored', async () => {
  const before = await arrive();
  await ask(before);
  await way.blackHole();
  const during = await arrive();
  await expect(Promise.any([ask(before, 500), ask(during, 500)])).rejects.toThrow();
  expect([before.closed, during.closed]).toEqual([false, false]);

  const ended = [before, during].map((socket) => once(socket, 'close'));
  await way.restore();
  await Promise.all(ended);
  await ask(await arrive());
});
