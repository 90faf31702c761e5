import { expect, test } from '@jest/globals';
import { findRequirementFaults, parseRequirements } from './requirements.ts';

/** Lines by their status. */
interface Lines {
  readonly met?: string;
  readonly open?: string;
  readonly other?: string;
  /** Of the list of tests. */
  readonly tests?: string;
}
const createList = ({ met = '', open = '', other = '' }: Lines) =>
  `# Standard\n\n## Met\n\n### V1 Words\n\n${met}\n\n## Open\n\n${open}\n\n## Not applicable\n\n${other}\n`;
const parse = (lines: Lines) => parseRequirements(createList(lines), lines.tests ?? '');
const findListFaults = (lines: Lines) =>
  findRequirementFaults(parse(lines), {
    ids: ['V1.1.1', 'V2.1.1'],
    closed: ['V2'],
    exempt: ['V2.9.9'],
    exists: (path) => path === 'a.test.ts' || path === 'b.ts',
  });

const open = '- V1.1.1: because `x` is not built';
const met = '- V2.1.1: `b.ts` (why)';
const tests = 'V2.1.1 a.test.ts › a group › says so\nV2.1.1 a.test.ts › and so';

test('reviewed files are read from the page, tests from their list', () => {
  const names = ['a group › says so', 'and so'].map((name) => ({ file: 'a.test.ts', name }));
  expect(parse({ met, open, tests })).toMatchObject([
    { id: 'V2.1.1', status: 'met', tests: names, files: ['b.ts'] },
    { id: 'V1.1.1', status: 'open', tests: [], files: [] },
  ]);
  expect(parse({ open, tests })).toMatchObject([
    { id: 'V1.1.1', status: 'open' },
    { id: 'V2.1.1', status: 'met', tests: names, files: [] },
  ]);
  expect(findListFaults({ met, open, tests })).toEqual([]);
  expect(findListFaults({ open, tests })).toEqual([]);
});

test('a line may name several ids, and a section or chapter for all its requirements', () => {
  expect(findListFaults({ met, other: '- V1: there is none' })).toEqual([]);
  expect(findListFaults({ met: met.replace('V2.1.1', 'V1.1, V2.1.1') })).toEqual([]);
});

test.each<[string, Lines, string]>([
  ['is missing', { met }, 'V1.1.1: 0 rows'],
  ['occurs twice', { met, open, other: '- V1.1: there is none' }, 'V1.1.1: 2 rows'],
  ['is open and has a test', { met, open, tests: 'V1.1.1 a.test.ts › says so' }, 'V1.1.1: 2 rows'],
  [
    'has an id of no requirement',
    { met, open, other: '- V1.1.9: there is none' },
    'V1.1.9: the id does not exist',
  ],
  ['is met without a proof', { open, met: '- V2.1.1: surely' }, 'V2.1.1: is met without a proof'],
  [
    'names a file that does not exist',
    { open, met: met.replace('b.ts', 'c.ts') },
    'V2.1.1: c.ts does not exist',
  ],
  [
    'names a suite that does not exist',
    { open, tests: tests.replace('a.test', 'z.test') },
    'V2.1.1: z.test.ts does not exist',
  ],
  ['has no reason', { met, other: '- V1.1.1:' }, 'V1.1.1: has no reason'],
  [
    'is open in a chapter that must be met',
    { open: `${open}\n- V2.1.1: not built` },
    'V2.1.1: is open in a chapter that must be met',
  ],
])('reports a line that %s', (_what, lines, fault) => {
  expect(findListFaults(lines)).toEqual([fault]);
});
