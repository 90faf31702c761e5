import { describe, expect, test } from '@jest/globals';
import { findFaults, findProofFaults, type TestEvidence } from './faults.ts';
import { toResults } from './results.ts';

const NOW = 2000;

type TestResult = readonly [titles: string, status: string];

/** Results of the last run of home.test.ts, of an older run of old.test.ts, and of a deleted file. */
const createEvidence = (...tests: TestResult[]): TestEvidence => ({
  results: {
    ...toResults(
      [
        {
          file: '/portal/home.test.ts',
          tests: tests.map(([titles, status]) => {
            const path = titles.split(' › ');
            return { ancestors: path.slice(0, -1), title: path.at(-1) ?? '', status };
          }),
        },
      ],
      '/portal/',
      NOW,
    ),
    'old.test.ts': { at: NOW - 1, tests: { 'was good': 'passed', 'was good [S-1.1]': 'passed' } },
    'gone.test.ts': { at: NOW, tests: { 'was good [S-1.1]': 'passed', 'was bad [S-9.9]': 'failed' } },
  },
  since: NOW,
  exists: (file) => file !== 'gone.test.ts',
});
const rows = [{ id: 'S-1.1', statement: 'It is so' }];

test('a row has no fault when every test that carries its id passed', () => {
  const evidence = createEvidence(['home › has a title [S-1.1]', 'passed'], ['is so too [S-1.1]', 'passed']);
  expect(findFaults(rows, evidence)).toEqual([]);
});

test('a describe carries an id for its tests, and a title carries several', () => {
  const evidence = createEvidence(['home [S-1.1] › has a title [S-1.2] [S-1.3]', 'passed']);
  const threeRows = ['S-1.1', 'S-1.2', 'S-1.3'].map((id) => ({ id, statement: 'It is so' }));
  expect(findFaults(threeRows, evidence)).toEqual([]);
});

describe('an id is named when', () => {
  test.each<[string, TestResult[], string]>([
    ['no test of this run carries it', [['has a title', 'passed']], 'S-1.1: no test with this id ran'],
    [
      'one test of two failed',
      [
        ['has a title [S-1.1]', 'passed'],
        ['has a footer [S-1.1]', 'failed'],
      ],
      'S-1.1: failed: home.test.ts › has a footer [S-1.1]',
    ],
    [
      'a test that carries it was skipped',
      [['has a map [S-1.1]', 'pending']],
      'S-1.1: pending: home.test.ts › has a map [S-1.1]',
    ],
    [
      'one of two tests with the same title failed',
      [
        ['is twice [S-1.1]', 'failed'],
        ['is twice [S-1.1]', 'passed'],
      ],
      'S-1.1: failed: home.test.ts › is twice [S-1.1]',
    ],
    [
      'a test carries it and the table has no row',
      [
        ['has a title [S-1.1]', 'passed'],
        ['has a footer [S-1.2]', 'passed'],
      ],
      'S-1.2: is in no row: home.test.ts › has a footer [S-1.2]',
    ],
    [
      'a test carries it misspelt',
      [['has a title [S-1.1] [S-1,2]', 'passed']],
      'S-1,2: is in no row: home.test.ts › has a title [S-1.1] [S-1,2]',
    ],
  ])('%s', (_what, tests, fault) => {
    expect(findFaults(rows, createEvidence(...tests))).toEqual([fault]);
  });
});

test('reports duplicate and invalid ids, and empty rows', () => {
  const evidence = createEvidence(['has a title [S-1.1] [S-one]', 'passed']);
  const [row] = rows as [(typeof rows)[0]];
  expect(findFaults([row, row, { id: 'S-one', statement: '' }], evidence)).toEqual([
    'S-one: is not an id of section and number',
    'S-one: has no text',
    'S-1.1: the id is used twice',
  ]);
});

test('a table without rows proves nothing', () => {
  expect(findFaults([], createEvidence())).toEqual(['the table has no rows']);
});

test.each([
  ['home.test.ts', 'home › has a title', []],
  ['home.test.ts', 'home › has a footer', ['V1.1.1: failed: home.test.ts › home › has a footer']],
  [
    'home.test.ts',
    'home › has a tile',
    ['V1.1.1: the test does not exist: home.test.ts › home › has a tile'],
  ],
  ['old.test.ts', 'was good', ['V1.1.1: did not run: old.test.ts › was good']],
  ['new.test.ts', 'x', ['V1.1.1: did not run: new.test.ts › x']],
  ['gone.test.ts', 'x', ['V1.1.1: the file does not exist: gone.test.ts › x']],
])('a requirement is named when the test that shows it did not pass: %s › %s', (file, name, faults) => {
  const evidence = createEvidence(['home › has a title', 'passed'], ['home › has a footer', 'failed']);
  const requirement = { id: 'V1.1.1', status: 'met', proof: '', files: [], tests: [{ file, name }] };
  expect(findProofFaults(requirement, evidence)).toEqual(faults);
});
