import { expect, test } from '@jest/globals';
import { type Choice, findMistakes, findRejection, readChoice, toPayer } from './choice.ts';

const today = new Date('2026-11-21');

function choose(fields: Record<string, string>): Choice {
  const choice = readChoice({ outcome: 'pay', ...fields });
  if (choice === undefined) throw new Error('no choice');
  return choice;
}

const findMistakeFields = (fields: Record<string, string>) =>
  Object.keys(findMistakes(choose(fields), today));

test.each([
  ['card[number]', ['4100 2800 0000 1007', '4111-1111-1111-1111', '5267318187975449', ''], []],
  ['card[number]', ['4100 2800 0000 1008', '1234', 'x', '4111 1111 1111 1111 1111'], ['card[number]']],
  ['card[expiry]', ['11/26', '12/26', '1/2027', ' 12 / 30 '], []],
  ['card[expiry]', ['10/26', '13/30', '0/30', '12/25', '1230', '12/1999'], ['card[expiry]']],
])('a %s of %j has the mistakes %j', (field, values, mistakes) => {
  for (const value of values) expect(findMistakeFields({ [field]: value })).toEqual(mistakes);
});

test('rejects a bank that is not in the list', () => {
  expect(findMistakeFields({ method: 'netbanking', bank: 'NONE' })).toEqual(['bank']);
  expect(findMistakeFields({ method: 'netbanking', bank: 'SBIN' })).toEqual([]);
});

test.each([
  [{ method: 'upi' }, undefined],
  [{ method: 'upi', 'upi[flow]': 'intent', vpa: '' }, undefined],
  [{ method: 'upi', 'upi[flow]': 'collect' }, 'upi_collect_not_enabled'],
  [{ method: 'upi', 'upi[flow]': 'collect', bank_page: '1' }, 'upi_collect_not_enabled'],
  [{ method: 'upi', vpa: 'gaurav.kumar@upi' }, 'upi_collect_not_enabled'],
  [{ method: 'card', vpa: 'gaurav.kumar@upi' }, undefined],
])('the choice %j is rejected as %s', (fields, reason) => {
  expect(findRejection(choose(fields))?.error_reason).toBe(reason);
});

test('stores only the last digits and the network of a card', () => {
  const choice = choose({ 'card[number]': '6527 6589 0000 1005', 'card[cvv]': '987' });
  expect(toPayer(choice, '98765 43210')).toEqual({
    contact: '+919876543210',
    method: 'card',
    card: { last4: '1005', network: 'RuPay', international: false },
  });
});

test('returns no choice without one of the three buttons', () => {
  expect(readChoice({ outcome: 'steal' })).toBeUndefined();
});
