import { expect, test } from '@jest/globals';
import { identifyOperator, splitOperatorArguments, toOperatorArguments } from './operator.ts';

test('separates who and why from the arguments of the command, wherever they stand', () => {
  expect(splitOperatorArguments(['--why', 'a visit', 'folder', '--by=clerk 7', '--over'])).toEqual({
    given: { by: 'clerk 7', why: 'a visit' },
    args: ['folder', '--over'],
  });
  expect(splitOperatorArguments(['folder'])).toEqual({ given: {}, args: ['folder'] });
});

test('rejects an option without its text', () => {
  expect(() => splitOperatorArguments(['folder', '--why'])).toThrow('--why needs a text.');
  expect(() => splitOperatorArguments(['--by', ' '])).toThrow('--by needs a text.');
});

test('names the system user, and no reason, where there is no terminal', async () => {
  const operator = await identifyOperator({});
  expect(operator).toEqual({ by: expect.stringMatching(/\S/), why: '' });
  expect(toOperatorArguments(operator)).toEqual(['--by', operator.by]);
  expect(toOperatorArguments({ by: 'a', why: 'b' })).toEqual(['--by', 'a', '--why', 'b']);
});
