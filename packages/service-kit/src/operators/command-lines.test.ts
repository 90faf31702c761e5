import { expect, jest, test } from '@jest/globals';
import { type CommandLine, parseCommandLine } from '../command-line.ts';
import { createTotpSecret, findStep } from './account.ts';
import { readCredentials, readReason, withOperator } from './command-lines.ts';

const commandLine: CommandLine<readonly string[]> = {
  name: 'sessions',
  description: 'Ends sessions.',
  examples: ['end'],
  define: (program, choose) => {
    program
      .command('end')
      .argument('[numbers...]')
      .option('--by <who>', 'who')
      .action((numbers, { by }) => choose([...numbers, ...(by === undefined ? [] : [by])]));
  },
};
const parse = (...args: string[]) => parseCommandLine(withOperator(commandLine), args);

test("separates operator and reason from the command's own options, in any position", () => {
  expect(
    parse('end', '--operator=sita', '9876543210', '--why', 'a theft', '--by', 'clerk 7', '--code', '123456'),
  ).toEqual({
    given: { operator: 'sita', why: 'a theft', code: '123456' },
    options: ['9876543210', 'clerk 7'],
  });
  expect(parse('--why', 'a theft', 'end')).toEqual({ given: { why: 'a theft' }, options: [] });
  expect(parse('end')).toEqual({ given: {}, options: [] });
});

test.each([
  ['end', '--why'],
  ['end', '--operator', ' '],
  ['--code', '', 'end'],
])('rejects an option without its text: %j', (...args) => {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(() => parse(...args)).toThrow(expect.objectContaining({ exitCode: 2 }));
  write.mockRestore();
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
