import {
  findPapersOf,
  type MarkFault,
  type PaperMarks,
  type ResultOutcome,
  type ResultPaper,
  toOutcome,
} from '@archaka/contracts';
import { type TableRow, toFault } from './table.ts';

export type MarkRow = TableRow<MarkFault['column']>;

/** An application with a seat. */
export interface Candidate {
  readonly applicationId: string;
  readonly userId: string;
  readonly examType: number;
  /** A compartmental candidate sits only some of the papers. */
  readonly isRegular: boolean;
  readonly isPaid: boolean;
  /** By the attendance of the hall. */
  readonly isAbsent: boolean;
}

export interface CandidateResult extends Pick<Candidate, 'applicationId' | 'userId'> {
  readonly outcome: ResultOutcome;
  /** In the order of the examination's papers. */
  readonly papers: readonly PaperMarks[];
}

const ABSENT = /^(ab|absent)$/i;

/** Null: absent; undefined: no number. */
function toMarks(cell: string): number | null | undefined {
  if (ABSENT.test(cell)) return null;
  return /^\d{1,4}$/.test(cell) ? Number(cell) : undefined;
}

/** The marks of a row, or what is wrong with it. */
function checkRow(
  row: MarkRow,
  { examType, isAbsent }: Candidate,
  { papers, isRepeated }: { readonly papers: readonly ResultPaper[]; readonly isRepeated: boolean },
): PaperMarks | MarkFault {
  const id = row.paper.toUpperCase();
  const paper = papers.find((each) => each.id === id);
  if (!row.isWhole) return toFault(row, 'marks', 'wrong-columns');
  if (!paper) return toFault(row, 'paper', 'unknown-paper');
  if (!findPapersOf([paper], examType).length) return toFault(row, 'paper', 'paper-of-another-type');
  if (isRepeated) return toFault(row, 'paper', 'repeated');
  const marks = toMarks(row.marks);
  if (marks === undefined) return toFault(row, 'marks', 'not-a-number');
  if (marks !== null && marks > paper.max) return toFault(row, 'marks', 'above-maximum');
  if (marks !== null && isAbsent) return toFault(row, 'marks', 'absent-in-hall');
  return { paper: id, marks };
}

const isFault = (checked: PaperMarks | MarkFault): checked is MarkFault => 'reason' in checked;

/**
 * The result of one candidate, whose marks are wrong as a whole when any of them is.
 * @param rows all rows with the roll number, in the order of the file
 */
export function checkCandidate(
  rows: readonly [MarkRow, ...MarkRow[]],
  candidate: Candidate | undefined,
  papers: readonly ResultPaper[],
): CandidateResult | readonly MarkFault[] {
  const [first] = rows;
  if (!candidate) return [toFault(first, 'roll_number', 'unknown-roll-number')];
  if (!candidate.isPaid) return [toFault(first, 'roll_number', 'not-paid')];
  const seen = new Set<string>();
  const checked = rows.map((row) => {
    const id = row.paper.toUpperCase();
    const isRepeated = seen.has(id);
    seen.add(id);
    return checkRow(row, candidate, { papers, isRepeated });
  });
  const faults = checked.filter(isFault);
  if (faults.length > 0) return faults;
  const marks = checked.flatMap((each) => (isFault(each) ? [] : [each]));
  const own = findPapersOf(papers, candidate.examType);
  const missing = candidate.isRegular ? own.filter(({ id }) => !marks.some(({ paper }) => paper === id)) : [];
  if (missing.length > 0)
    return missing.map(({ id }) => ({ ...toFault(first, 'paper', 'missing-paper'), value: id }));
  return {
    applicationId: candidate.applicationId,
    userId: candidate.userId,
    outcome: toOutcome(marks, papers),
    papers: own.flatMap(({ id }) => marks.find(({ paper }) => paper === id) ?? []),
  };
}
