import { expect, test } from '@jest/globals';
import { calculateAge, toIndianDay } from './age.ts';

test.each([
  ['1984-06-10', '2024-06-09', 39],
  ['1984-06-10', '2024-06-10', 40],
  ['2000-02-29', '2024-02-28', 23],
  ['2000-02-29', '2024-03-01', 24],
])('born %s is on %s %i years old', (dob, today, age) => {
  expect(calculateAge(dob, today)).toBe(age);
});

test('the day changes at midnight in India, not in Greenwich', () => {
  expect(toIndianDay(new Date('2024-06-09T18:29:59Z'))).toBe('2024-06-09');
  expect(toIndianDay(new Date('2024-06-09T18:30:00Z'))).toBe('2024-06-10');
});
