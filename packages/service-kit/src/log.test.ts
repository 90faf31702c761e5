import { expect, test } from '@jest/globals';
import { describeError, redactPersonalData } from './log.ts';

test('numbers, Aadhaars and e-mail addresses are hidden in texts', () => {
  expect(redactPersonalData('sent to 9876543210 and 1234 5678 9012')).toBe('sent to … and …');
  expect(redactPersonalData('no such user ravi.k@example.co.in')).toBe('no such user …@…');
  expect(redactPersonalData('port 8080, attempt 3 of 5')).toBe('port 8080, attempt 3 of 5');
});

test('an error is told without what an applicant typed, its causes included', () => {
  const error = new Error('E11000 duplicate key error dup key: { _id: "9876543210", name: "Ravi" }', {
    cause: new Error('for ravi@example.com'),
  });
  const text = JSON.stringify(describeError(Object.assign(error, { code: 11000 })));
  expect(text).toContain('E11000');
  expect(text).toContain('11000');
  expect(text).toContain('log.test');
  expect(text).not.toMatch(/9876543210|Ravi|ravi/);
});
