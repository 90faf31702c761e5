import { freePort } from '@archaka/test-kit';
import { afterEach, expect, test } from '@jest/globals';
import { createScanner } from '../../../test/support/scanner.ts';
import { createClamdScanner } from './clamd.ts';

const scanners: ReturnType<typeof createScanner>[] = [];
afterEach(async () => {
  for (const { stop } of scanners.splice(0)) await stop();
});

async function startScanner(...args: Parameters<typeof createScanner>) {
  const scanner = createScanner(...args);
  scanners.push(scanner);
  await scanner.start();
  return scanner.url;
}

/** The bytes in the chunks of an INSTREAM command. */
function decodeInstream(command: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let offset = 'zINSTREAM\0'.length;
  for (let length = 1; length > 0; offset += 4 + length) {
    length = command.readUInt32BE(offset);
    chunks.push(command.subarray(offset + 4, offset + 4 + length));
  }
  return Buffer.concat(chunks);
}

test.each([
  ['stream: OK', 'clean'],
  ['stream: Eicar-Test-Signature FOUND', 'infected'],
])('sends the bytes to the scanner in chunks, and returns "%s" as %s', async (response, result) => {
  const file = Buffer.alloc(150_000, 'a');
  let received: Buffer = Buffer.alloc(0);
  const url = await startScanner(
    (command) => {
      received = command;
      return response;
    },
    await freePort(),
  );
  expect(await createClamdScanner(url)(file)).toBe(result);
  expect(decodeInstream(received).equals(file)).toBe(true);
});

test.each([
  ['finds the file too large', 'INSTREAM size limit exceeded. ERROR'],
  ['has an error', 'stream: Access denied. ERROR'],
  ['leaves without a word', ''],
  ['is silent', undefined],
  ['is not there', null],
])('treats nothing as clean when the scanner %s', async (_what, response) => {
  const url = response === null ? 'unix:/nowhere/clamd.sock' : await startScanner(() => response);
  await expect(createClamdScanner(url, 50)(Buffer.from('x'))).rejects.toMatchObject({
    name: 'DependencyUnavailable',
    status: 503,
    message: expect.stringContaining('cannot be checked'),
  });
});
