import { expect, test } from '@jest/globals';
import { dateText, dateTimeText, toIndianDay } from './indian-time.ts';

test('changes the day at midnight in India, not in UTC [S-3.6]', () => {
  expect(toIndianDay(new Date('2024-06-09T18:29:59Z'))).toBe('2024-06-09');
  expect(toIndianDay(new Date('2024-06-09T18:30:00Z'))).toBe('2024-06-10');
});

test('shows India’s day past midnight in India [S-9.18]', () => {
  expect(dateText('2024-06-10T18:29:59Z')).toBe('10-06-2024');
  expect(dateText('2024-06-10T18:30:00Z')).toBe('11-06-2024');
  expect(dateTimeText('2024-06-10T18:31:00Z')).toBe('11-06-2024 00:01');
});

test('shows a day without a time unchanged everywhere [S-9.19]', () => {
  expect(dateText('1980-01-02')).toBe('02-01-1980');
});

test('shows nothing without a date', () => {
  expect(dateText('')).toBe('');
  expect(dateTimeText('not a date')).toBe('');
});
