import { expect, test } from '@jest/globals';
import { describeError } from './log.ts';

test('logs an error and its causes without user input', () => {
  const error = new Error('E11000 duplicate key error dup key: { _id: "9876543210", name: "Ravi" }', {
    cause: new Error('for ravi@example.com'),
  });
  const text = JSON.stringify(describeError(Object.assign(error, { code: 11000 })));
  expect(text).toContain('E11000');
  expect(text).toContain('11000');
  expect(text).toContain('log.test');
  expect(text).not.toMatch(/9876543210|Ravi|ravi/);
});
