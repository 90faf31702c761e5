import { describeCommandError } from '../operator-command.ts';
import type { OverdueRow } from './retained-data.ts';
import type { OverdueData, SweepResult } from './sweep.ts';
import type { KindResult } from './sweeper.ts';

export interface RetentionReport {
  readonly lines: readonly string[];
  /** Every kind could be read or swept. */
  readonly isComplete: boolean;
}

const toDay = (date: Date): string => date.toISOString().slice(0, 10);

const findOldest = (rows: readonly OverdueRow[]): Date =>
  new Date(Math.min(...rows.map(({ dueAt }) => dueAt.getTime())));

const formatRow = ({ applicationId, dueAt }: OverdueRow): string[] =>
  applicationId === undefined ? [] : [`    ${applicationId}, due ${toDay(dueAt)}`];

function formatRows(rows: readonly OverdueRow[], what: string): string[] {
  if (rows.length === 0) return [];
  return [
    `    ${rows.length} ${what}, the oldest due ${toDay(findOldest(rows))}`,
    ...rows.flatMap(formatRow),
  ];
}

function formatOverdue({ deletable, held }: OverdueData): string[] {
  if (deletable.length + held.length === 0) return ['    nothing is overdue'];
  return [
    ...formatRows(deletable, 'would be deleted'),
    ...formatRows(held, 'would stay because a payment, refund or dispute is open'),
  ];
}

const formatDeleted = ({ deleted, oldestDueAt }: SweepResult): string[] => [
  `    ${deleted} deleted`,
  ...(oldestDueAt ? [`    overdue data is left, the oldest due ${toDay(oldestDueAt)}`] : []),
];

interface ReportOptions {
  readonly service: string;
  /** One object a kind and line. */
  readonly json: boolean;
}

const toJsonLine = ({ kind, ...outcome }: KindResult<object>, service: string): string =>
  JSON.stringify(
    'result' in outcome
      ? { service, kind, ...outcome.result }
      : { service, kind, error: describeCommandError(outcome.error) },
  );

const createReport =
  <Result extends object>(format: (result: Result) => string[]) =>
  (results: readonly KindResult<Result>[], { service, json }: ReportOptions): RetentionReport => {
    const toLines = (each: KindResult<Result>) => [
      `  ${each.kind}`,
      ...('result' in each ? format(each.result) : [`    failed: ${describeCommandError(each.error)}`]),
    ];
    return {
      lines: json ? results.map((each) => toJsonLine(each, service)) : [service, ...results.flatMap(toLines)],
      isComplete: results.every((each) => 'result' in each),
    };
  };

export const formatPreview = createReport(formatOverdue);
export const formatSweep = createReport(formatDeleted);
