import { expect, test } from '@jest/globals';
import { identifyOperator, splitOperatorArguments } from './operator.ts';

test('separates who and why from the arguments of the command, wherever they stand', () => {
  const { given, args } = splitOperatorArguments(['end', '--by=clerk 7', '9876543210', '--why', 'a theft']);
  expect(given).toEqual({ by: 'clerk 7', why: 'a theft' });
  expect(args).toEqual(['end', '9876543210']);
});

test('leaves options of the command alone, also those that look like values', () => {
  const { given, args } = splitOperatorArguments(['--csv', '-', '--from', '2026-11-01']);
  expect(given).toEqual({});
  expect(args).toEqual(['--csv', '-', '--from', '2026-11-01']);
});

test('rejects an option without its text', () => {
  expect(() => splitOperatorArguments(['list', '--why'])).toThrow('--why needs a text.');
  expect(() => splitOperatorArguments(['list', '--by', ' '])).toThrow('--by needs a text.');
});

test('hides numbers and addresses in a reason, and names the system user without one', async () => {
  const { why } = await identifyOperator({ why: 'call of 98765 43210, a@b.in' });
  expect(why).toBe('call of …, …@…');
  expect(await identifyOperator({})).toEqual({ name: expect.stringMatching(/\S/), why: '' });
});
