import { expect, test } from '@jest/globals';
import { assertIdentity } from './load-applicant-state.ts';

const user = { id: 'u1', number: '9000000001', name: 'N', sid: 's' };
const getErrorStatus = (claimed: object) => {
  try {
    assertIdentity(claimed, user, '9000000009');
    return undefined;
  } catch (error) {
    return (error as { status: number }).status;
  }
};

test.each([
  ['nothing', {}, undefined],
  ['empty fields', { usr_id: '', entry_by: null, number: '' }, undefined],
  ['the session’s own', { usr_id: 'u1', entry_by: 'u1', number: '9000000001' }, undefined],
  ['the number as a number', { number: 9000000001 }, undefined],
  ['the number of the stored application', { number: '9000000009' }, undefined],
  ['another user', { usr_id: 'u2' }, 403],
  ['an entry by another', { entry_by: 'u2' }, 403],
  ['another number', { number: '9000000002' }, 403],
  ['a malformed number beside another user', { number: '12', usr_id: 'u2' }, 400],
])('a payload that says %s', (_what, claimed, status) => {
  expect(getErrorStatus(claimed)).toBe(status);
});
