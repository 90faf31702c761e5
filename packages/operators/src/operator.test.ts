import { expect, test } from '@jest/globals';
import { identifyOperator, splitOperatorArguments, toOperatorArguments } from './operator.ts';

test('separates who and why from the arguments of the command, wherever they stand', () => {
  const { given, args } = splitOperatorArguments(['end', '--by=clerk 7', '9876543210', '--why', 'a theft']);
  expect(given).toEqual({ by: 'clerk 7', why: 'a theft' });
  expect(args).toEqual(['end', '9876543210']);
  expect(splitOperatorArguments(['folder'])).toEqual({ given: {}, args: ['folder'] });
});

test('leaves options of the command alone, also those that look like values', () => {
  const { given, args } = splitOperatorArguments(['--csv', '-', '--from', '2026-11-01', '--over']);
  expect(given).toEqual({});
  expect(args).toEqual(['--csv', '-', '--from', '2026-11-01', '--over']);
});

test('rejects an option without its text', () => {
  expect(() => splitOperatorArguments(['list', '--why'])).toThrow('--why needs a text.');
  expect(() => splitOperatorArguments(['list', '--by', ' '])).toThrow('--by needs a text.');
});

test('hides numbers and addresses in a reason', async () => {
  const { why } = await identifyOperator({ why: 'call of 98765 43210, a@b.in' });
  expect(why).toBe('call of …, …@…');
});

test('names the system user, and no reason, where there is no terminal', async () => {
  const operator = await identifyOperator({});
  expect(operator).toEqual({ name: expect.stringMatching(/\S/), why: '' });
  expect(toOperatorArguments(operator)).toEqual(['--by', operator.name]);
  expect(toOperatorArguments({ name: 'a', why: 'b' })).toEqual(['--by', 'a', '--why', 'b']);
});
