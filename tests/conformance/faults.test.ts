import { describe, expect, test } from '@jest/globals';
import { findFaults, findProofFaults } from './faults.ts';
import { toResults } from './results.ts';
import type { Row } from './table.ts';

const NOW = 2000;
const createFileResults = (titles: string[], status: string) => ({
  ancestors: titles.slice(0, -1),
  title: titles.at(-1) ?? '',
  status,
});
const results = {
  ...toResults(
    [
      {
        file: '/portal/home.test.ts',
        tests: [
          createFileResults(['home', 'has a title'], 'passed'),
          createFileResults(['home', 'has a footer'], 'failed'),
          createFileResults(['home', 'has a map'], 'pending'),
          createFileResults(['home', 'is twice'], 'failed'),
          createFileResults(['home', 'is twice'], 'passed'),
        ],
      },
    ],
    '/portal/',
    NOW,
  ),
  'old.test.ts': { at: NOW - 1, tests: { 'was good': 'passed' } },
};
const exists = (file: string) => ['home.test.ts', 'old.test.ts', 'new.test.ts'].includes(file);
const createRow = (id: string, ...tests: [file: string, name: string][]): Row => ({
  id,
  statement: 'It is so',
  tests: tests.map(([file, name]) => ({ file, name })),
});
const findRowFaults = (...rows: Row[]) => findFaults(rows, { results, since: NOW, exists });

test('a row whose tests ran and passed has no fault', () => {
  expect(findRowFaults(createRow('1.1', ['home.test.ts', 'home › has a title']))).toEqual([]);
});

describe('a row is named when its test', () => {
  test.each([
    ['is missing', [], '1.1: names no test'],
    ['is in no file', [['away.test.ts', 'x']], '1.1: there is no such file: away.test.ts › x'],
    [
      'does not exist',
      [['home.test.ts', 'home › has a tile']],
      '1.1: there is no such test: home.test.ts › home › has a tile',
    ],
    ['never ran', [['new.test.ts', 'x']], '1.1: did not run: new.test.ts › x'],
    ['did not run this time', [['old.test.ts', 'was good']], '1.1: did not run: old.test.ts › was good'],
    ['failed', [['home.test.ts', 'home › has a footer']], '1.1: failed: home.test.ts › home › has a footer'],
    ['was skipped', [['home.test.ts', 'home › has a map']], '1.1: pending: home.test.ts › home › has a map'],
    [
      'failed under a name that another test has too',
      [['home.test.ts', 'home › is twice']],
      '1.1: failed: home.test.ts › home › is twice',
    ],
  ] as [string, [string, string][], string][])('%s', (_what, tests, fault) => {
    expect(findRowFaults(createRow('1.1', ...tests))).toEqual([fault]);
  });
});

test('one bad test of two is told', () => {
  const validTest: [string, string] = ['home.test.ts', 'home › has a title'];
  expect(findRowFaults(createRow('1.1', validTest, ['new.test.ts', 'x']))).toEqual([
    '1.1: did not run: new.test.ts › x',
  ]);
});

test('a requirement is named when a test that shows it did not pass', () => {
  const createRequirement = (name: string) => ({
    ...{ id: 'V1.1.1', status: 'met', proof: '', files: [] },
    tests: [{ file: 'home.test.ts', name }],
  });
  const evidence = { results, since: NOW, exists };
  expect(findProofFaults(createRequirement('home › has a title'), evidence)).toEqual([]);
  expect(findProofFaults(createRequirement('home › has a footer'), evidence)).toEqual([
    'V1.1.1: failed: home.test.ts › home › has a footer',
  ]);
});

test('ids that are used twice or are none, and rows that say nothing, are told', () => {
  const validTest: [string, string] = ['home.test.ts', 'home › has a title'];
  expect(findRowFaults(createRow('1.1', validTest), createRow('1.1', validTest))).toEqual([
    '1.1: the id is used twice',
  ]);
  expect(findRowFaults(createRow('one', validTest))).toEqual(['one: is no id of section and number']);
  expect(findRowFaults({ ...createRow('1.1', validTest), statement: '' })).toEqual(['1.1: says nothing']);
});

test('a table without rows proves nothing', () => {
  expect(findRowFaults()).toEqual(['the table has no rows']);
});
