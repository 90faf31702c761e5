import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toPrintable } from './ticket-content.ts';

test.each([
  ['Rama\u202Eamras\u202C end', 'Rama amras end'],
  ['\u2067Sita\u2069', 'Sita'],
  ['Rama\r\n\tSita\u0000', 'Rama Sita'],
  ['half \uD800 a letter', 'half a letter'],
  ['<b>Rama</b> & Sons', '<b>Rama</b> & Sons'],
])('prints %j as %j', (text, expected) => expect(toPrintable(text)).toBe(expected));

test('preserves joiners, which Telugu needs', () => {
  expect(toPrintable('రామ్\u200Cశ్రీ\u200D')).toBe('రామ్\u200Cశ్రీ\u200D');
});

test('prints one line without characters that change its direction', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const printed = toPrintable(text);
      expect(printed).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      expect(toPrintable(printed)).toBe(printed);
    }),
  );
});
