import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { claimPorts } from './ports.ts';

const open: { close: () => Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

async function listen(port: number) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    if (server.listening) await once(server.close(), 'close');
  };
  open.push({ close });
  return { close };
}

test('a row whose first port is taken is left to its owner, and the next one begins elsewhere', async () => {
  const tried: number[] = [];
  const { ports } = await claimPorts(4, async (port) => {
    tried.push(port);
    if (tried.length === 1) await listen(port);
    return listen(port);
  });
  expect(tried).toHaveLength(2);
  expect(ports[0]).toBe(tried[1]);
  expect(ports[0]).not.toBe(tried[0]);
});

test('a row in which a stranger listens is given back', async () => {
  const tried: number[] = [];
  const { ports } = await claimPorts(4, async (port) => {
    tried.push(port);
    if (tried.length === 1) await listen(port + 3);
    return listen(port);
  });
  expect(tried).toHaveLength(2);
  expect(ports).toEqual([0, 1, 2, 3].map((place) => Number(tried[1]) + place));
  await listen(Number(tried[0]));
});

test('what else keeps the server from listening is told', async () => {
  const refused = claimPorts(4, () => Promise.reject(new Error('no network')));
  await expect(refused).rejects.toThrow('no network');
});
