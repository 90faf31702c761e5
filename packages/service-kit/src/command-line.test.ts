import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import {
  CommandError,
  type CommandLine,
  CommandLineAnswered,
  createFolder,
  parseCommandLine,
} from './command-line.ts';

type Options = { action: 'list' } | { action: 'add'; name: string; roles: string[] };

const parseRoles = (text: string): string[] => {
  if (text.includes('root')) throw new CommandError('There is no role root.');
  return text.split(',');
};

const operators: CommandLine<Options> = {
  name: 'operators',
  description: 'Manages operators.',
  examples: ['list', 'add sita --roles clerk'],
  define: (program, choose) => {
    program.option('--why <reason>', 'reason for the audit log');
    program
      .command('list')
      .description('prints the operators')
      .action(() => choose({ action: 'list' }));
    program
      .command('add')
      .description('adds an operator')
      .argument('<name>', 'name of the operator')
      .requiredOption('--roles <roles>', 'roles, separated by commas', parseRoles)
      .action((name, { roles }) => choose({ action: 'add', name, roles }));
    const keys = program.command('keys').description('manages keys');
    keys
      .command('list')
      .option('--json', 'prints JSON', false)
      .action(() => choose({ action: 'list' }));
  },
};

let printed = { stdout: '', stderr: '' };
beforeEach(() => {
  printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += text;
      return true;
    });
});
afterEach(() => {
  jest.restoreAllMocks();
});

function parse(...args: string[]): Options | number {
  try {
    return parseCommandLine(operators, args);
  } catch (error) {
    if (error instanceof CommandLineAnswered) return error.exitCode;
    throw error;
  }
}

test('passes arguments and options of a subcommand, before and after it', () => {
  expect(parse('list')).toEqual({ action: 'list' });
  expect(parse('--why', 'new', 'add', 'sita', '--roles', 'clerk,auditor')).toEqual({
    action: 'add',
    name: 'sita',
    roles: ['clerk', 'auditor'],
  });
  expect(parse('list', '--why', 'a look')).toEqual({ action: 'list' });
  expect(printed).toEqual({ stdout: '', stderr: '' });
});

test.each(['--help', '-h'])(
  '%s prints every subcommand, argument and option with an example to stdout',
  (flag) => {
    expect(parse(flag)).toBe(0);
    for (const text of [
      'Usage: npm run operators --',
      'Manages operators.',
      '--why <reason>',
      'list',
      'prints the operators',
      'name of the operator',
      'roles, separated by commas',
      'prints JSON\n',
      'Examples:\n  npm run operators -- list\n  npm run operators -- add sita --roles clerk\n',
    ])
      expect(printed.stdout).toContain(text);
    expect(printed.stderr).toBe('');
  },
);

test.each([
  [[], 'operators: name one of: list, add, keys\n'],
  [['keys'], 'operators: name one of: list\n'],
  [['lst'], "operators: unknown command 'lst'\n(Did you mean list?)\n"],
  [['list', 'more'], 'operators: too many arguments'],
  [['list', '--rolse', 'x'], "operators: unknown option '--rolse'"],
  [['add', 'sita'], "operators: required option '--roles <roles>' not specified"],
  [['add', '--roles', 'clerk'], "operators: missing required argument 'name'"],
  [['add', 'sita', '--roles'], "operators: option '--roles <roles>' argument missing"],
  [['add', 'sita', '--roles', 'root'], 'operators: There is no role root.'],
])('%j is wrong use: says why, and the usage once, on stderr', (args, reason) => {
  expect(parse(...args)).toBe(2);
  expect(printed.stderr).toContain(reason);
  expect(printed.stderr.match(/Usage: /g)).toHaveLength(1);
  expect(printed.stdout).toBe('');
});

test('creates a folder with its parents for its owner only; a folder that cannot be made names the reason', () => {
  const root = mkdtempSync(join(tmpdir(), 'folders-'));
  const path = join(root, 'backups/monday');
  createFolder(path);
  createFolder(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  writeFileSync(join(root, 'file'), '');
  for (const refused of ['/proc/backup/monday', '/dev/null/backup', join(root, 'file/backup')])
    expect(() => createFolder(refused)).toThrow(
      /^The folder \S+ cannot be created \((ENOENT|ENOTDIR|EACCES)\)\.$/,
    );
  rmSync(root, { recursive: true });
});
