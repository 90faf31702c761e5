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
const lockedFor = (ms: number) => ({ lockedUntil: new Date(now.getTime() + ms) });

test.each<[string, string, Partial<OperatorAccount>, object]>([
  ['a code of the step before', createCode(secret, step - 1), {}, { outcome: 'accepted', step: step - 1 }],
  ['a code of the step', createCode(secret, step), {}, { outcome: 'accepted', step }],
  ['a code of the step after', createCode(secret, step + 1), {}, { outcome: 'accepted', step: step + 1 }],
  ['a code of two steps before', createCode(secret, step - 2), {}, { outcome: 'rejected' }],
  ['a code of two steps after', createCode(secret, step + 2), {}, { outcome: 'rejected' }],
  ['a code of an hour after', createCode(secret, step + 120), {}, { outcome: 'rejected' }],
  ['no code', '', {}, { outcome: 'rejected' }],
  ['five digits', '12345', {}, { outcome: 'rejected' }],
  ['letters', 'abcdef', {}, { outcome: 'rejected' }],
  ['a digit more', `${createCode(secret, step)}1`, {}, { outcome: 'rejected' }],
  ['a used code', createCode(secret, step), { lastStep: step }, { outcome: 'replayed' }],
  ['the code before a used one', createCode(secret, step), { lastStep: step + 1 }, { outcome: 'replayed' }],
  ['a disabled account', createCode(secret, step), { isDisabled: true }, { outcome: 'rejected' }],
  ['the last attempt', createCode(secret, step), { attempts: MAX_ATTEMPTS }, { outcome: 'accepted', step }],
  ['one attempt more', createCode(secret, step), { attempts: MAX_ATTEMPTS + 1 }, { outcome: 'locked' }],
  ['a lockout', createCode(secret, step), lockedFor(LOCKOUT_MS), { outcome: 'locked' }],
  ['the end of a lockout', createCode(secret, step), lockedFor(0), { outcome: 'accepted', step }],
])('checks %s', (_what, code, changes, expected) => {
  expect(checkCode({ ...account, ...changes }, { secret, code, now })).toEqual(expected);
});
