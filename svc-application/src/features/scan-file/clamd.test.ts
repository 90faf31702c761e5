import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { createClamdScanner } from './clamd.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const close of cleanups.splice(0)) close();
});

/** Speaks clamd's protocol: responds `answer` to the whole stream; returns the stream. */
async function startFakeClamd(answer: string | undefined) {
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', (chunk) => {
      received.push(chunk);
      const all = Buffer.concat(received);
      if (answer !== undefined && all.subarray(-4).equals(Buffer.alloc(4))) socket.end(`${answer}\0`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** The bytes in the chunks of an INSTREAM command. */
function decodeInstream(command: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let offset = 'zINSTREAM\0'.length;
  while (command.readUInt32BE(offset) > 0) {
    const length = command.readUInt32BE(offset);
    chunks.push(command.subarray(offset + 4, offset + 4 + length));
    offset += 4 + length;
  }
  return Buffer.concat(chunks);
}

test('sends the bytes to the scanner in chunks and returns its result', async () => {
  const file = Buffer.alloc(150_000, 'a');
  const clean = await startFakeClamd('stream: OK');
  expect(await createClamdScanner(clean.url)(file)).toBe('clean');
  expect(decodeInstream(Buffer.concat(clean.received)).equals(file)).toBe(true);
  const { url } = await startFakeClamd('stream: Eicar-Test-Signature FOUND');
  expect(await createClamdScanner(url)(file)).toBe('infected');
});

const unavailable = {
  name: 'DependencyUnavailable',
  status: 503,
  message: expect.stringContaining('cannot be checked'),
};

test.each([
  ['too large for it', 'INSTREAM size limit exceeded. ERROR'],
  ['in error', 'stream: Access denied. ERROR'],
  ['gone without a word', ''],
])('treats nothing as clean when it is %s', async (_what, answer) => {
  const { url } = await startFakeClamd(answer);
  await expect(createClamdScanner(url)(Buffer.from('x'))).rejects.toMatchObject(unavailable);
});

test('reports a silent or missing scanner as down', async () => {
  const { url } = await startFakeClamd(undefined);
  await expect(createClamdScanner(url, 50)(Buffer.from('x'))).rejects.toMatchObject(unavailable);
  await expect(createClamdScanner('unix:/nowhere/clamd.sock')(Buffer.from('x'))).rejects.toMatchObject(
    unavailable,
  );
});
