import { expect, test } from '@jest/globals';
import { calculateAge, clockText, dateText, dateTimeText, toIndianDay } from './dates.ts';

test.each([
  ['1984-06-10', '2024-06-09', 39],
  ['1984-06-10', '2024-06-10', 40],
  ['2000-02-29', '2024-02-28', 23],
  ['2000-02-29', '2024-03-01', 24],
])('born %s is on %s %i years old [S-3.6]', (dob, today, age) => {
  expect(calculateAge(dob, today)).toBe(age);
});

test.each([
  ['08:30', 'ఉదయం 8:30', '8:30 am'],
  ['00:05', 'ఉదయం 12:05', '12:05 am'],
  ['12:00', 'మధ్యాహ్నం 12:00', '12:00 pm'],
  ['15:59', 'మధ్యాహ్నం 3:59', '3:59 pm'],
  ['16:00', 'సాయంత్రం 4:00', '4:00 pm'],
])('formats %s as %s and %s', (time, te, en) => {
  expect(clockText(time)).toEqual({ te, en });
});

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
