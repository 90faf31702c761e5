import { expect, test } from '@jest/globals';
import { parseJsonObject } from './parse-json-object.ts';
import { createJsonParser } from './read-body.ts';

const parse = createJsonParser();
const MAX = 16 * 1024 * 1024;

/** A body of the largest size: `unit` repeated between `head` and `tail`. */
const buildLargestBody = (head: string, unit: string, tail: string): Buffer =>
  Buffer.from(head + unit.repeat(Math.floor((MAX - head.length - tail.length) / unit.length)) + tail);

/** The minimal cost for this thread, which excludes incidental work such as garbage collection. */
async function measureCpuMs(work: () => Promise<unknown>): Promise<number> {
  const costs: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    costs.push((user + system) / 1000);
  }
  return Math.min(...costs);
}

test('parses a large body as a small one', async () => {
  const body = { files: [{ reviewimg: 'x'.repeat(1_000_000) }], name: 'అ' };
  expect(await parse(Buffer.from(JSON.stringify(body)))).toEqual(body);
});

test('rejects a large body with the messages of a small one', async () => {
  await expect(parse(buildLargestBody('{"a":"', 'x', '"'))).rejects.toMatchObject({
    status: 400,
    code: 'invalid',
  });
  await expect(parse(buildLargestBody('{"a":[', '{},', '1]}'))).rejects.toThrow(
    'The body has too many values.',
  );
  expect(await parse(Buffer.from('{"a":1}'))).toEqual({ a: 1 });
});

test.each([
  ['text', buildLargestBody('{"a":"', 'x', '"}')],
  ['escapes', buildLargestBody('{"a":"', '\\u0041', '"}')],
  ['a number', buildLargestBody('{"a":', '7', '}')],
  ['white space', buildLargestBody('{"a":', ' ', '1}')],
])('leaves another thread most of the work with 16 MB of %s', async (_what, bytes) => {
  const inWorkerMs = await measureCpuMs(() => parse(bytes));
  expect(inWorkerMs).toBeLessThan((await measureCpuMs(async () => parseJsonObject(bytes))) / 2);
});
