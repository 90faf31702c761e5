import { expect, test } from '@jest/globals';
import { isCrossSite } from './guard.ts';

const portal = 'https://portal.example';

test.each([
  [{}, false],
  [{ origin: portal }, false],
  [{ origin: portal, 'sec-fetch-site': 'same-origin' }, false],
  [{ 'sec-fetch-site': 'same-origin' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ origin: 'https://evil.example' }, true],
  [{ origin: 'http://portal.example' }, true],
  [{ origin: 'https://portal.example.evil.example' }, true],
  [{ origin: 'null' }, true],
  [{ 'sec-fetch-site': 'cross-site' }, true],
  [{ 'sec-fetch-site': 'same-site' }, true],
  [{ origin: portal, 'sec-fetch-site': 'cross-site' }, true],
])('classifies %p as another site: %p', (headers, expected) => {
  expect(isCrossSite(headers, portal)).toBe(expected);
});
