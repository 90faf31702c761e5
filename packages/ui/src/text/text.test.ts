import { maskAadhaar } from '@archaka/contracts/calls';
import { expect, test } from '@jest/globals';
import { rupees } from '../layout/card.tsx';

test('shows only the last four digits of an Aadhaar [S-9.6]', () => {
  expect(maskAadhaar('123456789012')).toBe('**** **** 9012');
  expect(maskAadhaar('**** **** 9012')).toBe('**** **** 9012');
});

test('shows money in rupees', () => {
  expect(rupees(100)).toBe('₹ 100');
});
