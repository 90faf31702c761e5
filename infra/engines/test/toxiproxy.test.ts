import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FaultyProxy, findOrInstallToxiproxy, freePort, startFaultyProxy } from '../src/index.ts';

let echo: Server;
let proxy: FaultyProxy;
const openSockets = new Set<Socket>();

beforeAll(async () => {
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const { port: upstream } = echo.address() as AddressInfo;
  proxy = await startFaultyProxy({
    toxiproxy: await findOrInstallToxiproxy(),
    port: await freePort(),
    upstream,
  });
}, scaledTimeout(300_000));
afterAll(async () => {
  for (const socket of openSockets) socket.destroy();
  await proxy?.stop();
  echo?.close();
});

async function openConnection(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1');
  openSockets.add(socket);
  await once(socket, 'connect');
  return socket;
}

/** Sends a word and waits for its echo; returns the ms until it arrived. */
async function measureRoundTrip(socket: Socket, timeoutMs = scaledTimeout(10_000)): Promise<number> {
  const start = performance.now();
  const echoed = once(socket, 'data', { signal: AbortSignal.timeout(timeoutMs) });
  socket.write('word');
  await echoed;
  return performance.now() - start;
}

/** Sends words endlessly. */
function sendContinuously(socket: Socket): void {
  socket.on('error', () => {}).resume();
  const send = () => {
    while (socket.writable && socket.write('word'.repeat(1000)));
  };
  socket.on('drain', send);
  send();
}

test('closes connections and rejects new ones while the proxy is cut', async () => {
  const before = await openConnection();
  await measureRoundTrip(before);
  const ended = once(before, 'close');
  await proxy.cut();
  await ended;
  await expect(openConnection()).rejects.toThrow('ECONNREFUSED');

  const { port } = proxy;
  await proxy.restore();
  expect(proxy.port).toBe(port);
  await measureRoundTrip(await openConnection());
});

test('delays responses while the proxy is slow, also on open connections', async () => {
  const socket = await openConnection();
  await proxy.slow({ ms: 1000, jitter: 50 });
  const slowMs = await measureRoundTrip(socket);
  expect(slowMs).toBeGreaterThanOrEqual(900);
  await proxy.restore();
  expect(await measureRoundTrip(await openConnection())).toBeLessThan(slowMs);
});

test('becomes slow or restored although connections break meanwhile', async () => {
  for (let round = 0; round < 3; round += 1) {
    const sockets = await Promise.all(Array.from({ length: 40 }, openConnection));
    const resetHalf = () => sockets.splice(0, 20).forEach((socket) => void socket.resetAndDestroy());
    for (const socket of sockets) sendContinuously(socket);
    const slowed = proxy.slow({ ms: 20, jitter: 20 });
    resetHalf();
    await slowed;
    await wait(60);
    const restored = proxy.restore();
    resetHalf();
    await restored;
  }
  await measureRoundTrip(await openConnection());
});

test('leaves connections open without data until a black hole is restored', async () => {
  const before = await openConnection();
  await measureRoundTrip(before);
  await proxy.blackHole();
  const during = await openConnection();
  await expect(Promise.any([measureRoundTrip(before, 500), measureRoundTrip(during, 500)])).rejects.toThrow();
  expect([before.closed, during.closed]).toEqual([false, false]);

  const ended = [before, during].map((socket) => once(socket, 'close'));
  await proxy.restore();
  await Promise.all(ended);
  await measureRoundTrip(await openConnection());
});
