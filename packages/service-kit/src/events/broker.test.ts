import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Broker } from './broker.ts';

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

test('a node that accepts a connection and does not answer is left, and the next connection is tried', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const broker = new Broker(`amqp://127.0.0.1:${port}`, pino({ level: 'silent' }));
  ends.push(
    () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
    () => broker.close(),
  );

  await once(server, 'connection');
  await once(server, 'connection');
  expect(sockets).toHaveLength(2);
});
