import { expect, test } from '@jest/globals';
import {
  checkCode,
  createCode,
  createTotpSecret,
  LOCKOUT_MS,
  MAX_ATTEMPTS,
  type OperatorAccount,
  toStep,
} from './account.ts';

const secret = createTotpSecret();
const now = new Date('2026-11-26T10:00:10Z');
const step = toStep(now);
const account: OperatorAccount = {
  id: 'operator-1',
  name: 'sita',
  roles: ['clerk'],
  isDisabled: false,
  lastStep: 0,
  attempts: 1,
};
const check = (code: string, changes: Partial<OperatorAccount> = {}, at = now) =>
  checkCode({ ...account, ...changes }, { secret, code, now: at });

test.each([-1, 0, 1])('accepts a code when the clocks differ by %d steps', (skew) => {
  expect(check(createCode(secret, step + skew))).toEqual({ outcome: 'accepted', step: step + skew });
});

test.each([-2, 2, 120])('rejects a code when the clocks differ by %d steps', (skew) => {
  expect(check(createCode(secret, step + skew))).toEqual({ outcome: 'rejected' });
});

test('rejects what is no code', () => {
  for (const code of ['', '12345', '1234567', 'abcdef', `${createCode(secret, step)}1`])
    expect(check(code)).toEqual({ outcome: 'rejected' });
});

test('rejects a code that was used, and the one before it', () => {
  for (const used of [step, step + 1])
    expect(check(createCode(secret, step), { lastStep: used })).toEqual({ outcome: 'replayed' });
});

test('rejects the right code when the account is disabled', () => {
  expect(check(createCode(secret, step), { isDisabled: true })).toEqual({ outcome: 'rejected' });
});

test('rejects the right code after too many attempts and during the lockout, not after it', () => {
  const code = createCode(secret, step);
  expect(check(code, { attempts: MAX_ATTEMPTS })).toMatchObject({ outcome: 'accepted' });
  expect(check(code, { attempts: MAX_ATTEMPTS + 1 })).toEqual({ outcome: 'locked' });
  const lockedFor = (ms: number) => ({ lockedUntil: new Date(now.getTime() + ms) });
  expect(check(code, lockedFor(LOCKOUT_MS))).toEqual({ outcome: 'locked' });
  expect(check(code, lockedFor(0))).toMatchObject({ outcome: 'accepted' });
});
