import { expect, test } from '@jest/globals';
import { formatProgress, formatSize } from './upload-bar.tsx';

const MB = 1024 * 1024;

test.each([
  [0, 2 * MB, '0 / 2 MB'],
  [1.14 * MB, 1.9 * MB, '1.2 / 1.9 MB'],
  [80 * 1024, 150 * 1024, '80 / 150 KB'],
  [3, 3, '1 / 1 KB'],
])('formats %d of %d bytes as %s', (sent, total, text) => {
  expect(formatProgress(sent, total)).toBe(text);
});

test('formats a size in the larger unit', () => {
  expect([formatSize(592), formatSize(2 * MB)]).toEqual(['1 KB', '2 MB']);
});
