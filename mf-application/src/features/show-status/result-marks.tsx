import {
  type ExaminationResult,
  isPassed,
  type PaperMarks,
  type ResultPaper,
} from '@archaka/contracts/calls';
import { type Column, type PublicExamination, RecordTable, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const resultMessages = {
  marksOfPapers: msg`Marks of the papers`,
  paper: msg`Paper`,
  marks: msg`Marks`,
  outcome: msg`Result`,
  absent: msg`Absent`,
  passed: msg`Passed`,
  notPassed: msg`Not passed`,
} as const satisfies Record<string, Word>;

const toMarks = (marks: number, max: number): Word => msg`${marks} of ${max}`;

interface MarkedPaper extends PaperMarks {
  /** Undefined when the examination no longer lists the paper. */
  readonly rule: ResultPaper | undefined;
}

const toName = ({ paper, rule }: MarkedPaper): Word =>
  rule ? { te: rule.name_te, en: rule.name } : { te: paper, en: paper };

function describeMarks({ marks, rule }: MarkedPaper): Word {
  if (marks === null) return resultMessages.absent;
  return rule ? toMarks(marks, rule.max) : { te: String(marks), en: String(marks) };
}

const columns: Column<MarkedPaper>[] = [
  { id: 'paper', label: resultMessages.paper, cell: (row) => <Sentence word={toName(row)} /> },
  { id: 'marks', label: resultMessages.marks, cell: (row) => <Sentence word={describeMarks(row)} /> },
  {
    id: 'outcome',
    label: resultMessages.outcome,
    cell: (row) =>
      row.rule && (
        <Sentence word={isPassed(row, [row.rule]) ? resultMessages.passed : resultMessages.notPassed} />
      ),
  },
];

interface ResultMarksProps {
  result: ExaminationResult;
  examination: Pick<PublicExamination, 'result_papers'>;
}

export const ResultMarks = ({
  result: { papers },
  examination: { result_papers = [] },
}: ResultMarksProps) => (
  <RecordTable
    caption={resultMessages.marksOfPapers}
    columns={columns}
    rows={papers.map((marked) => ({ ...marked, rule: result_papers.find(({ id }) => id === marked.paper) }))}
    keyOf={({ paper }) => paper}
  />
);
