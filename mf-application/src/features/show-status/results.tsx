import {
  type ApplicationRecord,
  type ExaminationResult,
  findLastRevaluationDay,
  isPassed,
  isRevaluationOpen,
  type PaperMarks,
  type PaymentAttempt,
  type RecordedRevaluation,
  type ResultPaper,
} from '@archaka/contracts/calls';
import {
  Button,
  CheckboxGroup,
  type Column,
  dateText,
  PayNow,
  type PublicExamination,
  portalNow,
  RecordTable,
  rupees,
  Sentence,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useId, useState } from 'react';
import { applicationApi } from '../../application-api.ts';

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

type PaperNames = Pick<PublicExamination, 'result_papers'>;

const findRule = (id: string, { result_papers = [] }: PaperNames): ResultPaper | undefined =>
  result_papers.find((paper) => paper.id === id);

const toName = (id: string, rule: ResultPaper | undefined): Word =>
  rule ? { te: rule.name_te, en: rule.name } : { te: id, en: id };

function describeMarks({ marks, rule }: MarkedPaper): Word {
  if (marks === null) return resultMessages.absent;
  return rule ? toMarks(marks, rule.max) : { te: String(marks), en: String(marks) };
}

const columns: Column<MarkedPaper>[] = [
  {
    id: 'paper',
    label: resultMessages.paper,
    cell: (row) => <Sentence word={toName(row.paper, row.rule)} />,
  },
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
  examination: PaperNames;
}

export const ResultMarks = ({ result: { papers }, examination }: ResultMarksProps) => (
  <RecordTable
    caption={resultMessages.marksOfPapers}
    columns={columns}
    rows={papers.map((marked) => ({ ...marked, rule: findRule(marked.paper, examination) }))}
    keyOf={({ paper }) => paper}
  />
);

const title: Word = msg`Revaluation`;
const request: Word = msg`Request a revaluation`;
const change: Word = msg`Change the papers`;
const label: Word = msg`Which papers are to be valued again?`;
const noPaper: Word = msg`Please choose a paper`;
const tooLate: Word = msg`A revaluation is not possible any more.`;
const paidAlready: Word = msg`The revaluation is paid already.`;
const failed: Word = msg`The papers could not be sent. Please try again.`;

const failures: Readonly<Record<number, Word>> = { 420: tooLate, 421: paidAlready };

const toHint = (fee: string, day: string): Word =>
  msg`The fee is ${fee} for all papers together. Possible until ${day}.`;

interface RevaluationProps {
  /** With its result. */
  application: ApplicationRecord;
  examination: Pick<PublicExamination, 'result_papers' | 'revaluation'>;
  /** Of its order; undefined while unknown. */
  attempts: readonly PaymentAttempt[] | undefined;
}

/** Papers that are valued again for a fee: the request, its payment while that is possible, and the outcome. */
export function Revaluation({ application, examination, attempts = [] }: RevaluationProps) {
  const titleId = useId();
  const { result, revaluation } = application;
  const isPaid = revaluation?.state === 'waiting' || revaluation?.state === 'complete';
  const isOpen =
    !isPaid &&
    result !== undefined &&
    isRevaluationOpen(result, examination.revaluation, new Date(portalNow()));
  if (!isPaid && !isOpen) return null;
  const isArriving = attempts.some(({ state }) => state === 'held' || state === 'taken');
  const mayPay = isOpen && revaluation?.state === 'unpaid' && !isArriving;
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h4 id={titleId}>
        <Sentence word={title} />
      </h4>
      {revaluation && <Papers papers={revaluation.papers} examination={examination} />}
      {mayPay && revaluation.order_id !== undefined && <PayNow orderId={revaluation.order_id} />}
      {isOpen && !isArriving && <RequestForm application={application} examination={examination} />}
    </section>
  );
}

const Marks = ({ marks }: { marks: number | null }) => marks ?? <Sentence word={resultMessages.absent} />;

const Papers = ({
  papers,
  examination,
}: Pick<RecordedRevaluation, 'papers'> & { examination: PaperNames }) => (
  <ul className="plain">
    {papers.map(({ paper, marks, new_marks }) => (
      <li key={paper}>
        <Sentence word={toName(paper, findRule(paper, examination))} />: <Marks marks={marks} />
        {new_marks !== undefined && (
          <>
            {' → '}
            <Marks marks={new_marks} />
          </>
        )}
      </li>
    ))}
  </ul>
);

function RequestForm({
  application: { application_id, result, revaluation },
  examination,
}: Omit<RevaluationProps, 'attempts'>) {
  const [isOpen, setIsOpen] = useState(false);
  const [failure, setFailure] = useState<Word>();
  const [send, { isLoading }] = applicationApi.useRequestRevaluationMutation();
  const { revaluation: rules } = examination;
  const word = revaluation?.state === 'unpaid' ? change : request;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const papers = new FormData(event.currentTarget).getAll('papers').map(String);
    if (papers.length === 0) return setFailure(noPaper);
    setFailure(undefined);
    const { data } = await send({ application_id, papers });
    if (data?.status === 200) return setIsOpen(false);
    setFailure(failures[data?.status ?? 0] ?? failed);
  };

  if (!isOpen || !result || !rules)
    return (
      <div className="row">
        <Button word={word} tone="link" onClick={() => setIsOpen(true)} />
      </div>
    );
  const hint = toHint(rupees(rules.fee_paise / 100), dateText(findLastRevaluationDay(result, rules)));
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <CheckboxGroup
        name="papers"
        label={label}
        hint={hint}
        error={failure}
        options={result.papers
          .filter(({ marks }) => marks !== null)
          .map(({ paper }) => ({ value: paper, label: toName(paper, findRule(paper, examination)) }))}
      />
      <div className="row">
        <Button type="submit" word={word} tone="main" busy={isLoading} />
        <Button word={words.cancel} tone="link" onClick={() => setIsOpen(false)} />
      </div>
    </form>
  );
}
