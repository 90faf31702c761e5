import { expect, test } from '@jest/globals';
import { jsonObject } from './json-object.ts';

const read = (text: string) => jsonObject(Buffer.from(text));

test('an object is read, and no body at all is an empty one', () => {
  expect(read('{"a":[1,{"b":"అ"}]}')).toEqual({ a: [1, { b: 'అ' }] });
  expect(read('')).toEqual({});
});

test.each(['[]', '1', '"text"', 'null', 'true', '{', '{"a":}', '\u0000', "{'a':1}"])(
  '%p is refused',
  (text) => {
    expect(() => read(text)).toThrow(/The body is not/);
  },
);

test('deep nesting is refused without exhausting the stack', () => {
  const deep = `{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;
  expect(() => read(deep)).toThrow('The body is nested too deeply.');
});

test('prototype keys are gone, at any depth', () => {
  const body = read('{"__proto__":{"admin":true},"list":[{"__proto__":{"admin":true},"kept":1}]}');
  expect(JSON.stringify(body)).toBe('{"list":[{"kept":1}]}');
  expect(Object.assign({}, body)).not.toHaveProperty('admin');
});
