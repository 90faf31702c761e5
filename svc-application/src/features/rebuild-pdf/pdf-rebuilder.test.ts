import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { buildPdf, scaledTimeout } from '@archaka/test-kit';
import { afterAll, expect, jest, test } from '@jest/globals';
import { createPdfRebuilder } from './pdf-rebuilder.ts';

jest.setTimeout(scaledTimeout(60_000));
const rebuilder = createPdfRebuilder();
afterAll(() => rebuilder.close());

const rebuild = (bytes: Uint8Array) => rebuilder.rebuild({ ownerId: 'user', bytes });
const HEADER = '%PDF-1.7\n';

/** CPU time of this thread, in ms; excludes the rest of the machine. */
const readCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The longest block of this thread's event loop while a task ran, in ms. */
async function measureLongestStall(task: Promise<unknown>): Promise<number> {
  const [done, stall] = [{ is: false }, { longest: 0 }];
  const settled = task.finally(() => {
    done.is = true;
  });
  while (!done.is) {
    const start = readCpuMs();
    await pause(5);
    stall.longest = Math.max(stall.longest, readCpuMs() - start);
  }
  await settled.catch(() => undefined);
  return stall.longest;
}

test('ends the thread of a file that runs too long, delays no other request, and rebuilds the next file', async () => {
  const file = Buffer.from(HEADER + 'stream\nendstream '.repeat(112_000));
  const rebuilding = rebuild(file);
  const outcome = expect(rebuilding).rejects.toMatchObject({ reason: 'too-complex' });
  expect(await measureLongestStall(rebuilding)).toBeLessThan(scaledTimeout(100));
  await outcome;
  expect((await rebuild(buildPdf())).toString('latin1')).toContain('/Contents');
});

test('ends the thread of a file that needs too much memory', async () => {
  const compressed = deflateSync(Buffer.alloc(300 * 1024 * 1024, ' '));
  const head = `9 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${compressed.length} >> stream\n`;
  const bomb = Buffer.concat([Buffer.from(HEADER + head), compressed, Buffer.from('\nendstream endobj')]);
  await expect(rebuild(bomb)).rejects.toMatchObject({ reason: 'too-complex' });
  expect((await rebuild(buildPdf())).length).toBeGreaterThan(0);
});

test('rejects garbage after a PDF header', async () => {
  await expect(rebuild(Buffer.from(HEADER + 'x'.repeat(1000)))).rejects.toMatchObject({ reason: 'broken' });
});
