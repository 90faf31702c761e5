import { describe, expect, test } from '@jest/globals';
import { assertIdentity } from './assert-identity.ts';

const user = { id: 'u1', number: '9000000001', name: 'N', sid: 's' };
const getErrorStatus = (claimed: object) => {
  try {
    assertIdentity(claimed, user);
    return undefined;
  } catch (error) {
    return (error as { status: number }).status;
  }
};

describe('who asks', () => {
  test.each([
    ['nothing', {}],
    ['empty fields', { usr_id: '', entry_by: null, number: '' }],
    ['the session’s own', { usr_id: 'u1', entry_by: 'u1', number: '9000000001' }],
    ['the number as a number', { number: 9000000001 }],
  ])('when the payload says %s, then it is taken', (_what, claimed) => {
    expect(getErrorStatus(claimed)).toBeUndefined();
  });

  test.each([
    ['another user', { usr_id: 'u2' }],
    ['an entry by another', { entry_by: 'u2' }],
    ['another number', { number: '9000000002' }],
  ])('when the payload says %s, then it is refused', (_what, claimed) => {
    expect(getErrorStatus(claimed)).toBe(403);
  });

  test('when the number is none, then that is what is wrong, whatever else differs', () => {
    expect(getErrorStatus({ number: '12', usr_id: 'u2' })).toBe(400);
  });
});
