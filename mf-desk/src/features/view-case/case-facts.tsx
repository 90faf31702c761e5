import {
  type ApplicationRecord,
  type CallAnswer,
  type CaseAttendance,
  type ExaminationResult,
  type RecordedRevaluation,
  revealCase,
  type StaffMember,
} from '@archaka/contracts/calls';
import {
  dateTimeText,
  Facts,
  rupees,
  Sentence,
  StatusBadge,
  Text,
  useBothTexts,
  useExamination,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ReactNode, useId, useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { toFailure } from '../../failures.ts';
import { Reveal, readByApplicant } from '../../form-text.tsx';
import {
  attendanceLabels,
  listLanguages,
  outcomeLabels,
  toDateText,
  toExamTypeLabel,
  toFieldLabel,
  toPaperLabel,
  toRegularityLabel,
} from '../../labels.ts';
import { mayCall } from '../../roles.ts';
import { toPaperUrl, useFile } from '../show-papers/paper-files.ts';

type PersonalFields = NonNullable<CallAnswer<typeof revealCase>['data']>[number];

const title: Word = msg`Declared`;
const show: Word = msg`Show mobile number and address`;
const transactionId: Word = msg`Transaction ID`;
const rollNumber: Word = msg`Roll number`;
const centre: Word = msg`Examination centre`;
const resultLabel: Word = msg`Result`;
const revaluationLabel: Word = msg`Revaluation`;
const revaluationStates: Readonly<Record<RecordedRevaluation['state'], Word>> = {
  unpaid: msg`Requested, not paid`,
  returned: msg`Its fee went back`,
  waiting: msg`Paid, waits for its marks`,
  complete: msg`Complete`,
};
const attendanceLabel: Word = msg`Attendance`;

interface CaseFactsProps {
  record: ApplicationRecord;
  attendance: CaseAttendance | undefined;
  member: StaffMember;
}

/** What the applicant declared, beside the papers; personal fields are masked until a reason is given. */
export function CaseFacts({ record, attendance, member }: CaseFactsProps) {
  const [personal, setPersonal] = useState<PersonalFields>();
  const titleId = useId();
  const [reveal] = deskApi.useRevealMutation();
  const showPersonal = async (reason: string) => {
    const { data, error } = await reveal({ application_id: record.application_id, reason });
    setPersonal(data?.data?.[0]);
    return error && toFailure(error);
  };
  const facts = useDeclaredFacts(record, { personal, attendance });
  return (
    <section className="case-facts" aria-labelledby={titleId}>
      <h2 id={titleId} className="visually-hidden">
        <Sentence word={title} />
      </h2>
      <Photo record={record} />
      <Facts facts={facts} />
      {!personal && mayCall(member, revealCase) && (
        <Reveal word={show} hint={readByApplicant} onReason={showPersonal} />
      )}
    </section>
  );
}

interface FurtherFacts {
  personal: PersonalFields | undefined;
  attendance: CaseAttendance | undefined;
}

function useDeclaredFacts(record: ApplicationRecord, { personal, attendance }: FurtherFacts) {
  const { examination } = useExamination();
  const { accommodation, hall, identity_paper: paper, order_id, result, revaluation } = record;
  const facts: ({ label: Word; value: ReactNode } | undefined | false | '')[] = [
    { label: words.name, value: record.name },
    { label: words.fatherName, value: record.father_name },
    { label: words.dateOfBirth, value: toDateText(personal?.dob ?? record.dob) },
    { label: words.age, value: record.age },
    paper
      ? { label: { en: paper.name, te: paper.name_te }, value: paper.number }
      : { label: words.aadhaarNumber, value: record.aadhar },
    { label: words.mobileNumber, value: personal?.number ?? record.number },
    { label: words.postalAddress, value: personal?.postal_address ?? record.postal_address },
    { label: words.mandal, value: record.mandal_name },
    { label: words.district, value: record.district_name },
    { label: words.examType, value: <Text of={toExamTypeLabel(examination, record.exam_type)} /> },
    { label: words.regularOrCompartmental, value: <Text of={toRegularityLabel(record)} /> },
    record.pasthallticket && { label: words.previousHallTicket, value: record.pasthallticket },
    listLanguages(record) !== '' && { label: words.languages, value: listLanguages(record) },
    { label: words.agamamu, value: record.agamamu },
    { label: words.centreDistrict, value: record.centre_district_name },
    accommodation && { label: toFieldLabel('scribe'), value: accommodation.scribe },
    hall && { label: rollNumber, value: hall.roll_number },
    hall && { label: centre, value: <Text of={{ en: hall.centre.name, te: hall.centre.name_te }} /> },
    attendance && { label: attendanceLabel, value: <Attendance attendance={attendance} /> },
    result && { label: resultLabel, value: <Result result={result} /> },
    revaluation && { label: revaluationLabel, value: <Revaluation revaluation={revaluation} /> },
    { label: words.fee, value: <Fee record={record} /> },
    { label: words.orderId, value: order_id || '—' },
    record.transaction_id && { label: transactionId, value: record.transaction_id },
    { label: words.bookedDate, value: dateTimeText(record.date) },
  ];
  return facts.filter((fact) => fact !== undefined && fact !== false && fact !== '');
}

const Fee = ({ record: { amount, payment_status } }: { record: ApplicationRecord }) => (
  <span className="row">
    {rupees(amount)} <StatusBadge status={payment_status} />
  </span>
);

const Attendance = ({ attendance: { state, entries } }: { attendance: CaseAttendance }) => (
  <>
    <Text of={attendanceLabels[state]} />
    <ul className="plain">
      {entries.map((entry) => (
        <li key={entry.at} className="hint">
          <Text of={attendanceLabels[entry.state]} />: <Sentence word={describeEntry(entry)} />
        </li>
      ))}
    </ul>
  </>
);

function describeEntry({ hall, noted_at, by, at }: CaseAttendance['entries'][number]): Word {
  const [noted, uploaded] = [dateTimeText(noted_at), dateTimeText(at)];
  return msg`hall ${hall}, ${noted}; uploaded by ${by}, ${uploaded}`;
}

function Result({ result: { revision, outcome, papers } }: { result: ExaminationResult }) {
  const { examination } = useExamination();
  return (
    <>
      <Text of={outcomeLabels[outcome]} />{' '}
      <span className="hint">
        <Sentence word={msg`Mark sheet ${revision}`} />
      </span>
      <ul className="plain">
        {papers.map(({ paper, marks }) => (
          <li key={paper}>
            <Text of={toPaperLabel(examination, paper)} />: {marks ?? <Text of={attendanceLabels.absent} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Each paper with the marks as they stood at the request, and the new ones. */
function Revaluation({ revaluation: { state, papers, paid_at = '' } }: { revaluation: RecordedRevaluation }) {
  const { examination } = useExamination();
  return (
    <>
      <Text of={revaluationStates[state]} /> <span className="hint">{dateTimeText(paid_at)}</span>
      <ul className="plain">
        {papers.map(({ paper, marks, new_marks }) => (
          <li key={paper}>
            <Text of={toPaperLabel(examination, paper)} />: {marks}
            {new_marks !== undefined && ` → ${new_marks ?? 'AB'}`}
          </li>
        ))}
      </ul>
    </>
  );
}

function Photo({ record }: { record: ApplicationRecord }) {
  const bothTexts = useBothTexts();
  const [photo] = record.image;
  const { file } = useFile(photo && toPaperUrl(record.application_id, photo.document_id));
  if (!file) return null;
  return <img className="case-photo" src={file.url} alt={bothTexts(words.photo)} />;
}
