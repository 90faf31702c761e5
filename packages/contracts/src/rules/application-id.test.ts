import { expect, test } from '@jest/globals';
import { createApplicationId, isApplicationId } from './application-id.ts';

const id = createApplicationId(Uint8Array.from([3, 200, 17, 255, 0, 64, 9]), '2024');
const characters = '0123456789ABCDEFGHJKMNPQRSTVWXY';

test('has ARC24- and eight characters', () => {
  expect(id).toMatch(/^ARC24-[0-9A-HJKMNP-TV-Y]{8}$/);
  expect(isApplicationId(id)).toBe(true);
});

test('detects every single mistyped character', () => {
  for (let at = 6; at < id.length; at++) {
    for (const wrong of characters.replace(id.charAt(at), '')) {
      expect(isApplicationId(id.slice(0, at) + wrong + id.slice(at + 1))).toBe(false);
    }
  }
});

test('detects every swap of two neighbours', () => {
  for (let at = 6; at < id.length - 1; at++) {
    const swapped = id.slice(0, at) + id.charAt(at + 1) + id.charAt(at) + id.slice(at + 2);
    expect(isApplicationId(swapped)).toBe(swapped === id);
  }
});
