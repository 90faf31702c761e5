import type { ResultPaper } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { type Candidate, checkCandidate, type MarkRow } from './check-candidate.ts';

const names = { name: 'Paper', name_te: 'పేపర్' };
const papers: readonly ResultPaper[] = [
  { id: 'A', ...names, max: 100, pass: 40 },
  { id: 'S', ...names, max: 100, pass: 40 },
  { id: 'V', ...names, max: 50, pass: 20, exam_types: [2] },
];
const candidate: Candidate = {
  applicationId: 'AP24-1',
  userId: 'user-1',
  examType: 1,
  isRegular: true,
  isPaid: true,
  isAbsent: false,
};

const toRows = (...cells: readonly (readonly [string, string])[]) =>
  cells.map(
    ([paper, marks], index): MarkRow => ({
      row: index + 2,
      isWhole: true,
      roll_number: '24-101-0001',
      paper,
      marks,
    }),
  ) as [MarkRow, ...MarkRow[]];

test.each([
  [
    'all marks suffice',
    [
      ['S', '40'],
      ['a', '100'],
    ],
    'passed',
    [
      ['A', 100],
      ['S', 40],
    ],
  ],
  [
    'one does not',
    [
      ['A', '61'],
      ['S', '39'],
    ],
    'failed',
    [
      ['A', 61],
      ['S', 39],
    ],
  ],
  [
    'the candidate was absent',
    [
      ['A', '61'],
      ['S', 'ab'],
    ],
    'failed',
    [
      ['A', 61],
      ['S', null],
    ],
  ],
] as const)('is a result in the order of the papers when %s', (_what, cells, outcome, marks) => {
  expect(checkCandidate(toRows(...cells), candidate, papers)).toEqual({
    applicationId: 'AP24-1',
    userId: 'user-1',
    outcome,
    papers: marks.map(([paper, value]) => ({ paper, marks: value })),
  });
});

test('a compartmental candidate may have marks of some papers only', () => {
  const checked = checkCandidate(toRows(['S', '50']), { ...candidate, isRegular: false }, papers);
  expect(checked).toMatchObject({ outcome: 'passed', papers: [{ paper: 'S', marks: 50 }] });
});

test.each([
  [
    'an unknown roll number',
    [['A', '1']],
    undefined,
    [[2, 'roll_number', 'unknown-roll-number', '24-101-0001']],
  ],
  [
    'an unpaid application',
    [['A', '1']],
    { ...candidate, isPaid: false },
    [[2, 'roll_number', 'not-paid', '24-101-0001']],
  ],
  [
    'an unlisted paper',
    [
      ['A', '1'],
      ['X', '1'],
      ['S', '1'],
    ],
    candidate,
    [[3, 'paper', 'unknown-paper', 'X']],
  ],
  [
    'a paper of another type',
    [
      ['A', '1'],
      ['S', '1'],
      ['V', '1'],
    ],
    candidate,
    [[4, 'paper', 'paper-of-another-type', 'V']],
  ],
  [
    'a paper twice',
    [
      ['A', '1'],
      ['a', '2'],
      ['S', '1'],
    ],
    candidate,
    [[3, 'paper', 'repeated', 'a']],
  ],
  [
    'more than the maximum',
    [
      ['A', '101'],
      ['S', '1'],
    ],
    candidate,
    [[2, 'marks', 'above-maximum', '101']],
  ],
  [
    'no numbers',
    [
      ['A', '-1'],
      ['S', '6.5'],
    ],
    candidate,
    [
      [2, 'marks', 'not-a-number', '-1'],
      [3, 'marks', 'not-a-number', '6.5'],
    ],
  ],
  [
    'marks of a candidate who was absent from the hall',
    [
      ['A', 'AB'],
      ['S', '61'],
    ],
    { ...candidate, isAbsent: true },
    [[3, 'marks', 'absent-in-hall', '61']],
  ],
  ['a missing paper', [['A', '1']], candidate, [[2, 'paper', 'missing-paper', 'S']]],
] as const)('says row, column and reason for %s', (_what, cells, found, faults) => {
  expect(checkCandidate(toRows(...cells), found, papers)).toEqual(
    faults.map(([row, column, reason, value]) => ({ row, column, reason, value })),
  );
});

test('shows no more of a cell than a table holds', () => {
  const checked = checkCandidate(toRows(['A', 'x'.repeat(500)], ['S', '1']), candidate, papers);
  expect(checked).toMatchObject([{ value: 'x'.repeat(40) }]);
});
