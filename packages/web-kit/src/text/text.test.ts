import { maskAadhaar } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { rupees } from './numbers.ts';

test('when an Aadhaar is shown, then only its last four digits are [S-9.6]', () => {
  expect(maskAadhaar('123456789012')).toBe('**** **** 9012');
  expect(maskAadhaar('**** **** 9012')).toBe('**** **** 9012');
});

test('when money is shown, then it is in rupees', () => {
  expect(rupees(100)).toBe('₹ 100');
});
