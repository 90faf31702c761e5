import { expect, test } from '@jest/globals';
import { startsLikePdf } from './pdf-start.ts';

const startsSo = (text: string) => startsLikePdf(new TextEncoder().encode(text));

test.each([
  ['nothing', ''],
  ['a line break', '\r\n'],
  ['spaces', '   '],
  ['a byte order mark', '\ufeff'],
  ['the head of a multipart message', '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n'],
  ['1,024 other bytes', 'x'.repeat(1024)],
])('a PDF may start after %s', (_what, before) => {
  expect(startsSo(`${before}%PDF-1.7`)).toBe(true);
});

test.each([
  ['an empty file', ''],
  ['half a signature', '%PD'],
  ['a signature after 1,025 other bytes', `${'x'.repeat(1025)}%PDF-1.7`],
  ['a signature without its dash', '%PDF 1.7'],
])('%s is none', (_what, text) => {
  expect(startsSo(text)).toBe(false);
});
