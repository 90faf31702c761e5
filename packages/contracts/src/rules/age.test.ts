import { expect, test } from '@jest/globals';
import { calculateAge } from './age.ts';

test.each([
  ['1984-06-10', '2024-06-09', 39],
  ['1984-06-10', '2024-06-10', 40],
  ['2000-02-29', '2024-02-28', 23],
  ['2000-02-29', '2024-03-01', 24],
])('born %s is on %s %i years old [S-3.6]', (dob, today, age) => {
  expect(calculateAge(dob, today)).toBe(age);
});
