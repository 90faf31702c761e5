import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@archaka/engines';
import { expect, test } from '@jest/globals';
import { createReadinessProbe, startBalancer } from './balancer.ts';

async function startInstance(): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => response.setHeader('connection', 'close').end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('sends every connection to the other instance before a dead one is detected', async () => {
  const [dead, alive] = [await startInstance(), await startInstance()];
  const port = await freePort();
  const balancer = await startBalancer({ port, isReady: createReadinessProbe('shell') });
  await Promise.all([balancer.add(dead.url), balancer.add(alive.url)]);
  dead.server.close();
  dead.server.closeAllConnections();
  const requests = Array.from({ length: 20 }, async () => (await fetch(`http://127.0.0.1:${port}`)).status);
  const responses = await Promise.allSettled(requests);
  await balancer.close();
  alive.server.close();
  alive.server.closeAllConnections();
  expect(responses.filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('ends a connection in progress silently when it is closed', async () => {
  const { server, url } = await startInstance();
  const port = await freePort();
  const balancer = await startBalancer({ port, isReady: createReadinessProbe('shell') });
  await balancer.add(url);
  const requests = Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}`).catch(() => undefined));
  await once(server, 'connection');
  await balancer.close();
  await Promise.all(requests);
  server.close();
  server.closeAllConnections();
});
