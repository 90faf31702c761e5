import { expect, test } from '@jest/globals';
import { parseJsonObject } from './parse-json-object.ts';

const read = (text: string) => parseJsonObject(Buffer.from(text));

test('parses an object, and no body as an empty object', () => {
  expect(read('{"a":[1,{"b":"అ"}]}')).toEqual({ a: [1, { b: 'అ' }] });
  expect(read('')).toEqual({});
});

test.each(['[]', '1', '"text"', 'null', 'true', '{', '{"a":}', '\u0000', "{'a':1}"])('rejects %p', (text) => {
  expect(() => read(text)).toThrow(/The body is not/);
});

test('rejects deep nesting without exhausting the stack', () => {
  const deep = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  expect(() => read(deep(40))).toThrow('The body is nested too deeply.');
  expect(() => read(deep(1_000_000))).toThrow('The body has too many values.');
});

test.each([
  ['empty objects', `{"a":[${'{},'.repeat(10_000)}1]}`],
  ['keys', `{${'"a":1,'.repeat(10_000)}"b":1}`],
])('rejects more %s than a form can have, before parsing', (_what, text) => {
  expect(() => read(text)).toThrow('The body has too many values.');
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
