import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { clamdAt } from './clamd.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Speaks as clamd does: `answer` to the whole stream, which it gives. */
async function standIn(answer: string | undefined) {
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', (piece) => {
      received.push(piece);
      const all = Buffer.concat(received);
      if (answer !== undefined && all.subarray(-4).equals(Buffer.alloc(4))) socket.end(`${answer}\0`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** The bytes in the pieces of an INSTREAM command. */
function bytesIn(command: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let place = 'zINSTREAM\0'.length;
  while (command.readUInt32BE(place) > 0) {
    const length = command.readUInt32BE(place);
    pieces.push(command.subarray(place + 4, place + 4 + length));
    place += 4 + length;
  }
  return Buffer.concat(pieces);
}

test('the scanner gets the bytes in pieces, and its word counts', async () => {
  const file = Buffer.alloc(150_000, 'a');
  const clean = await standIn('stream: OK');
  expect(await clamdAt(clean.url)(file)).toBe('clean');
  expect(bytesIn(Buffer.concat(clean.received)).equals(file)).toBe(true);
  const { url } = await standIn('stream: Eicar-Test-Signature FOUND');
  expect(await clamdAt(url)(file)).toBe('infected');
});

const down = { name: 'PartDown', status: 503, message: expect.stringContaining('cannot be checked') };

test.each([
  ['too large for it', 'INSTREAM size limit exceeded. ERROR'],
  ['in error', 'stream: Access denied. ERROR'],
  ['gone without a word', ''],
])('when it is %s, then nothing counts as clean', async (_what, answer) => {
  const { url } = await standIn(answer);
  await expect(clamdAt(url)(Buffer.from('x'))).rejects.toMatchObject(down);
});

test('when it is silent or not there, then it is down', async () => {
  const { url } = await standIn(undefined);
  await expect(clamdAt(url, 50)(Buffer.from('x'))).rejects.toMatchObject(down);
  await expect(clamdAt('unix:/nowhere/clamd.sock')(Buffer.from('x'))).rejects.toMatchObject(down);
});
