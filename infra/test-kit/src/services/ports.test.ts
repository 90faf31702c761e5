import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { claimPorts } from './ports.ts';

const openServers: { close: () => Promise<void> }[] = [];
afterEach(() => Promise.all(openServers.splice(0).map((server) => server.close())));

async function listen(port: number) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    if (server.listening) await once(server.close(), 'close');
  };
  openServers.push({ close });
  return { close };
}

test('skips a range whose first port is in use', async () => {
  const triedPorts: number[] = [];
  const { ports } = await claimPorts(4, async (port) => {
    triedPorts.push(port);
    if (triedPorts.length === 1) await listen(port);
    return listen(port);
  });
  expect(triedPorts).toHaveLength(2);
  expect(ports[0]).toBe(triedPorts[1]);
  expect(ports[0]).not.toBe(triedPorts[0]);
});

test('releases a range in which another program listens', async () => {
  const triedPorts: number[] = [];
  const { ports } = await claimPorts(4, async (port) => {
    triedPorts.push(port);
    if (triedPorts.length === 1) await listen(port + 3);
    return listen(port);
  });
  expect(triedPorts).toHaveLength(2);
  expect(ports).toEqual([0, 1, 2, 3].map((index) => Number(triedPorts[1]) + index));
  await listen(Number(triedPorts[0]));
});

test('reports other errors of listening', async () => {
  const rejected = claimPorts(4, () => Promise.reject(new Error('no network')));
  await expect(rejected).rejects.toThrow('no network');
});
