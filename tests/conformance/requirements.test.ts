import { expect, test } from '@jest/globals';
import { findRequirementFaults, parseRequirements } from './requirements.ts';

const createTable = (...rows: string[]) =>
  [
    '| chapter | open |',
    '| V1 Words | 1 |',
    '| id | requirement | status | shown by |',
    '| - | - | - | - |',
    ...rows,
  ].join('\n');
const findTableFaults = (...rows: string[]) =>
  findRequirementFaults(parseRequirements(createTable(...rows)), {
    ids: ['V1.1.1', 'V2.1.1'],
    closed: ['V2'],
    exempt: ['V2.9.9'],
    exists: (path) => path === 'a.test.ts' || path === 'b.ts',
  });

const first = '| V1.1.1 | words | open | because `x` is not built |';
const second = '| V2.1.1 | more words | met | `a.test.ts › says so`<br>by review: `b.ts` (why) |';

test('tests and files are read from the rows that are met', () => {
  expect(parseRequirements(createTable(first, second))).toMatchObject([
    { id: 'V1.1.1', status: 'open', tests: [], files: [] },
    { id: 'V2.1.1', status: 'met', tests: [{ file: 'a.test.ts', name: 'says so' }], files: ['b.ts'] },
  ]);
  expect(findTableFaults(first, second)).toEqual([]);
});

test.each([
  ['is missing', [second], 'V1.1.1: 0 rows'],
  ['occurs twice', [first, first, second], 'V1.1.1: 2 rows'],
  [
    'has an id of no requirement',
    [first, second, first.replace('V1.1.1', 'V1.1.9')],
    'V1.1.9: the id does not exist',
  ],
  ['has another status', [first.replace('open', 'partly'), second], 'V1.1.1: has an unknown status: partly'],
  ['is met without a proof', [first, '| V2.1.1 | m | met | surely |'], 'V2.1.1: is met without a proof'],
  [
    'names a file that does not exist',
    [first, second.replace('b.ts', 'c.ts')],
    'V2.1.1: c.ts does not exist',
  ],
  [
    'names a suite that does not exist',
    [first, second.replace('a.test', 'z.test')],
    'V2.1.1: z.test.ts does not exist',
  ],
  ['has no reason', ['| V1.1.1 | words | not applicable | |', second], 'V1.1.1: has no reason'],
  [
    'is open in a chapter that must be met',
    [first, '| V2.1.1 | m | open | not built |'],
    'V2.1.1: is open in a chapter that must be met',
  ],
])('reports a row that %s', (_what, rows, fault) => {
  expect(findTableFaults(...rows)).toEqual([fault]);
});
