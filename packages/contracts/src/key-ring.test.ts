import { expect, test } from '@jest/globals';
import {
  addKey,
  dropOlderKeys,
  findNewestKey,
  formatKeyRing,
  parseKeyRing,
  promoteNewestKey,
} from './key-ring.ts';

const old = { kid: '1', key: 'old' };

test('reads a single secret as a ring of one', () => {
  expect(parseKeyRing('old')).toEqual([old]);
  expect(parseKeyRing('[with, brackets')).toEqual([{ kid: '1', key: '[with, brackets' }]);
  expect(parseKeyRing(formatKeyRing([old]))).toEqual([old]);
});

test.each(['[{}]', '[{"kid":"1"}]', '[{"kid":"a:b","key":"k"}]', '[{"kid":"1","key":""}]', '[{"kid":"1"'])(
  'reads no key of %s',
  (text) => {
    expect(parseKeyRing(text)).toEqual([]);
  },
);

test('rotates by adding a key, using it and removing the previous one', () => {
  const prepared = addKey([old], 'new');
  expect(prepared).toEqual([old, { kid: '2', key: 'new' }]);
  expect(findNewestKey(prepared)?.kid).toBe('2');
  const promoted = promoteNewestKey(prepared);
  expect(promoted).toEqual([{ kid: '2', key: 'new' }, old]);
  expect(findNewestKey(promoted)).toBe(promoted[0]);
  expect(dropOlderKeys(promoted)).toEqual([promoted[0]]);
});

test.each([
  ['local-1', '2'],
  ['2025', '2026'],
  ['winter', '1'],
])('follows %s by %s', (kid, next) => {
  expect(addKey([{ kid, key: 'k' }], 'new')[1]?.kid).toBe(next);
});
