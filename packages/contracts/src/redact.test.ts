import { expect, test } from '@jest/globals';
import { redactPersonalData } from './redact.ts';

test('redacts numbers, Aadhaars and e-mail addresses in texts', () => {
  expect(redactPersonalData('sent to 9876543210 and 1234 5678 9012')).toBe('sent to … and …');
  expect(redactPersonalData('no such user ravi.k@example.co.in')).toBe('no such user …@…');
  expect(redactPersonalData('port 8080, attempt 3 of 5')).toBe('port 8080, attempt 3 of 5');
});
