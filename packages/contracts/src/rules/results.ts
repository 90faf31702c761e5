import { DAY_MS, toIndianDay, toIndianInstant } from './dates.ts';

/** A paper of the examination, as its file lists it. */
interface PaperRule {
  readonly id: string;
  readonly max: number;
  /** Marks that suffice. */
  readonly pass: number;
  /** Ids; absent: of all types. */
  readonly exam_types?: readonly number[] | undefined;
}

interface PaperMarks {
  readonly paper: string;
  /** Null: absent. */
  readonly marks: number | null;
}

export const findPapersOf = <Paper extends PaperRule>(
  papers: readonly Paper[],
  examType: number,
): readonly Paper[] => papers.filter(({ exam_types }) => exam_types?.includes(examType) ?? true);

/** Whether the marks of a paper suffice; those of an unlisted paper do not. */
export const isPassed = ({ paper, marks }: PaperMarks, papers: readonly PaperRule[]): boolean => {
  const rule = papers.find(({ id }) => id === paper);
  return rule !== undefined && marks !== null && marks >= rule.pass;
};

/** Passed when all papers are. */
export const toOutcome = (marks: readonly PaperMarks[], papers: readonly PaperRule[]): 'passed' | 'failed' =>
  marks.every((each) => isPassed(each, papers)) ? 'passed' : 'failed';

interface Result {
  /** ISO 8601. */
  readonly published_at: string;
}

interface RevaluationRules {
  readonly days: number;
}

/** yyyy-mm-dd in India. */
export const findLastRevaluationDay = ({ published_at }: Result, { days }: RevaluationRules): string =>
  toIndianDay(new Date(Date.parse(published_at) + days * DAY_MS));

/** Whether a revaluation can be requested, until its last day ends in India; never without rules. */
export const isRevaluationOpen = (result: Result, rules: RevaluationRules | undefined, now: Date): boolean =>
  rules !== undefined && now < toIndianInstant(findLastRevaluationDay(result, rules), { hour: 24 });
