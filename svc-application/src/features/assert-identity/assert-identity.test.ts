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

describe("the caller's identity", () => {
  test.each([
    ['nothing', {}],
    ['empty fields', { usr_id: '', entry_by: null, number: '' }],
    ['the session’s own', { usr_id: 'u1', entry_by: 'u1', number: '9000000001' }],
    ['the number as a number', { number: 9000000001 }],
  ])('accepts the payload when it says %s', (_what, claimed) => {
    expect(getErrorStatus(claimed)).toBeUndefined();
  });

  test.each([
    ['another user', { usr_id: 'u2' }],
    ['an entry by another', { entry_by: 'u2' }],
    ['another number', { number: '9000000002' }],
  ])('rejects the payload when it says %s', (_what, claimed) => {
    expect(getErrorStatus(claimed)).toBe(403);
  });

  test('reports a malformed number before any other difference', () => {
    expect(getErrorStatus({ number: '12', usr_id: 'u2' })).toBe(400);
  });
});
