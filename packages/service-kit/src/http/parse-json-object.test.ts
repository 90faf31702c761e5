import { expect, test } from '@jest/globals';
import { parseJsonObject } from './parse-json-object.ts';
import { createJsonParser } from './read-body.ts';

const read = (text: string) => parseJsonObject(Buffer.from(text));

test('parses an object, and no body as an empty object', () => {
  expect(read('{"a":[1,{"b":"అ"}]}')).toEqual({ a: [1, { b: 'అ' }] });
  expect(read('')).toEqual({});
});

test.each(['[]', '1', '"text"', 'null', 'true', '{', '{"a":}', '\u0000', "{'a':1}"])('rejects %p', (text) => {
  expect(() => read(text)).toThrow(/The body is not/);
});

const nest = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
test.each([
  ['deep nesting', nest(40), 'The body is nested too deeply.'],
  ['nesting that would exhaust the stack', nest(1_000_000), 'The body has too many values.'],
  ['more empty objects than a form can have', `{"a":[${'{},'.repeat(10_000)}1]}`, 'too many values'],
  ['more keys than a form can have', `{${'"a":1,'.repeat(10_000)}"b":1}`, 'too many values'],
])('rejects %s', (_what, text, message) => {
  expect(() => read(text)).toThrow(message);
});

test('ignores value-like characters inside a string', () => {
  const text = '[{,\\"'.repeat(10_000);
  expect(read(JSON.stringify({ text }))).toEqual({ text });
});

test('removes prototype keys at any depth', () => {
  const body = read('{"__proto__":{"admin":true},"list":[{"__proto__":{"admin":true},"kept":1}]}');
  expect(JSON.stringify(body)).toBe('{"list":[{"kept":1}]}');
  expect(Object.assign({}, body)).not.toHaveProperty('admin');
});

const parse = createJsonParser();
const MAX = 16 * 1024 * 1024;

/** A body of the largest size: `unit` repeated between `head` and `tail`. */
const buildLargestBody = (head: string, unit: string, tail: string): Buffer =>
  Buffer.from(head + unit.repeat(Math.floor((MAX - head.length - tail.length) / unit.length)) + tail);

test('parses a large body as a small one, and rejects it with the same messages', async () => {
  const body = { files: [{ reviewimg: 'x'.repeat(1_000_000) }], name: 'అ' };
  expect(await parse(Buffer.from(JSON.stringify(body)))).toEqual(body);
  await expect(parse(buildLargestBody('{"a":"', 'x', '"'))).rejects.toMatchObject({
    status: 400,
    code: 'invalid',
  });
  await expect(parse(buildLargestBody('{"a":[', '{},', '1]}'))).rejects.toThrow('too many values');
  expect(await parse(Buffer.from('{"a":1}'))).toEqual({ a: 1 });
});

/** The minimal cost for this thread, which excludes incidental work such as garbage collection. */
async function measureCpuMs(bytes: Buffer, work: (own: Buffer) => Promise<unknown>): Promise<number> {
  const costs: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const own = Buffer.from(bytes);
    const before = process.threadCpuUsage();
    await work(own);
    const { user, system } = process.threadCpuUsage(before);
    costs.push((user + system) / 1000);
  }
  return Math.min(...costs);
}

test.each([
  ['text', buildLargestBody('{"a":"', 'x', '"}')],
  ['escapes', buildLargestBody('{"a":"', '\\u0041', '"}')],
  ['a number', buildLargestBody('{"a":', '7', '}')],
  ['white space', buildLargestBody('{"a":', ' ', '1}')],
])('leaves another thread most of the work with 16 MB of %s', async (_what, bytes) => {
  const inWorkerMs = await measureCpuMs(bytes, parse);
  expect(inWorkerMs).toBeLessThan((await measureCpuMs(bytes, async (own) => parseJsonObject(own))) / 2);
});
