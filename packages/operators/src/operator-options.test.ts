import { expect, test } from '@jest/globals';
import { readCredentials, readReason, splitOperatorArguments } from './operator-options.ts';
import { createTotpSecret, findStep } from './totp.ts';

test("separates operator and reason from the command's arguments, in any position", () => {
  const { given, args } = splitOperatorArguments([
    ...['end', '--operator=sita', '9876543210', '--why', 'a theft', '--code', '123456'],
  ]);
  expect(given).toEqual({ operator: 'sita', why: 'a theft', code: '123456' });
  expect(args).toEqual(['end', '9876543210']);
  expect(splitOperatorArguments(['folder'])).toEqual({ given: {}, args: ['folder'] });
});

test('leaves options of the command alone, also those that look like values', () => {
  const own = ['--csv', '-', '--from', '2026-11-01', '--over', '--by', 'clerk 7'];
  expect(splitOperatorArguments(own)).toEqual({ given: {}, args: own });
});

test('rejects an option without its text', () => {
  expect(() => splitOperatorArguments(['list', '--why'])).toThrow('--why needs a value.');
  expect(() => splitOperatorArguments(['list', '--operator', ' '])).toThrow('--operator needs a value.');
});

test('hides numbers and addresses in a reason', async () => {
  expect(await readReason({ why: 'call of 98765 43210, a@b.in' })).toBe('call of …, …@…');
  expect(await readReason({})).toBe('');
});

test('names the missing options without a terminal', async () => {
  await expect(readCredentials({ code: '123456' })).rejects.toThrow('--operator <name>');
  await expect(readCredentials({ operator: 'sita' })).rejects.toThrow('--code, or OPERATOR_CODE');
  expect(await readCredentials({ operator: 'sita', code: '123 456' })).toMatchObject({ code: '123456' });
});

test('computes the code of a scheduled command from the secret of its authenticator', async () => {
  const secret = createTotpSecret();
  process.env.OPERATOR_SECRET = secret;
  const { code } = await readCredentials({ operator: 'schedule' }).finally(() => {
    delete process.env.OPERATOR_SECRET;
  });
  expect(findStep(secret, code, new Date())).toEqual(expect.any(Number));
});
