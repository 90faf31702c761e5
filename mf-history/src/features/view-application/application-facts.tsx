import { type ApplicationRecord, clockText, parseLanguages } from '@archaka/contracts/calls';
import {
  Bilingual,
  dateText,
  dateTimeText,
  Facts,
  type PublicExamination,
  rupees,
  StatusBadge,
  textIn,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import {
  accommodationMessages,
  describeScribe,
  type ExamLabels,
  type PlaceLabels,
  useExamLabels,
  usePlaceLabels,
} from '../../use-exam-labels.ts';

interface Fact {
  label: Word;
  value: ReactNode;
}

/** Unknown facts are omitted. */
type FactValue = Fact | '' | false | undefined;

export const listFacts = (facts: readonly FactValue[]): Fact[] =>
  facts.filter((fact) => fact !== undefined && fact !== '' && fact !== false);

const rollNumber: Word = msg`Roll number`;
const examinationDate: Word = msg`Examination date`;
const reportingTime: Word = msg`Reporting time`;
const examinationCentre: Word = msg`Examination centre`;

function toSeatFacts({ hall }: ApplicationRecord) {
  if (!hall) return {};
  const { name, name_te, address, address_te } = hall.centre;
  const centre = { te: `${name_te}, ${address_te}`, en: `${name}, ${address}` };
  return {
    rollNumber: { label: rollNumber, value: hall.roll_number },
    centre: { label: examinationCentre, value: <Bilingual word={centre} /> },
  };
}

type HallFacts = Partial<Record<'rollNumber' | 'centre' | 'examinationDate' | 'reportingTime', FactValue>>;

/** Date, time and place of a paid applicant, as far as known. */
export function toHallFacts(
  application: ApplicationRecord,
  examination: PublicExamination | undefined,
): HallFacts {
  if (application.payment_status !== 'S') return {};
  const { examination_date: day, reporting_time: time } = examination ?? {};
  return {
    ...toSeatFacts(application),
    examinationDate: day && { label: examinationDate, value: dateText(day) },
    reportingTime: time && { label: reportingTime, value: <Bilingual word={clockText(time)} /> },
  };
}

const transactionId: Word = msg`Transaction ID`;

const toIdentityFact = ({ aadhar, identity_paper: paper }: ApplicationRecord) =>
  paper
    ? { label: { te: paper.name_te, en: paper.name }, value: paper.number }
    : { label: words.aadhaarNumber, value: aadhar };

const toApplicantFacts = (application: ApplicationRecord, places: PlaceLabels) =>
  ({
    applicationId: { label: words.applicationId, value: application.application_id },
    name: { label: words.name, value: application.name },
    fatherName: { label: words.fatherName, value: application.father_name },
    number: { label: words.mobileNumber, value: application.number },
    identity: toIdentityFact(application),
    dob: { label: words.birthStar, value: dateText(application.dob) },
    age: { label: words.age, value: application.age },
    date: { label: words.bookedDate, value: dateTimeText(application.date) },
    address: {
      label: words.postalAddress,
      value: <span className="as-typed">{application.postal_address}</span>,
    },
    mandal: {
      label: words.mandal,
      value: <Bilingual word={places.mandal(application.mandal_name, application.district_name)} />,
    },
    district: {
      label: words.district,
      value: <Bilingual word={places.district(application.district_name)} />,
    },
  }) satisfies Record<string, FactValue>;

function toExaminationFacts(
  application: ApplicationRecord,
  { examType, agama, regularity, parts }: ExamLabels,
  places: PlaceLabels,
) {
  const { pasthallticket, centre_district_name, exam_regular } = application;
  const languages = parseLanguages(application.language).map(({ language }) => language);
  return {
    examType: { label: words.examType, value: <Bilingual word={examType(application.exam_type)} /> },
    agama: { label: words.agamamu, value: <Bilingual word={agama(application.agamamu)} /> },
    regularity: { label: words.regularOrCompartmental, value: <Bilingual word={regularity(exam_regular)} /> },
    pastHallTicket: pasthallticket && { label: words.previousHallTicket, value: pasthallticket },
    languages: languages.length > 0 && {
      label: words.languages,
      value: <Bilingual word={parts(languages)} />,
    },
    centreDistrict: {
      label: words.centreDistrict,
      value: <Bilingual word={places.district(centre_district_name)} />,
    },
  } satisfies Record<string, FactValue>;
}

/** Requested accommodations only. */
function toAccommodationFacts({ accommodation }: ApplicationRecord, { extraTime }: ExamLabels) {
  const scribe = accommodation && accommodation.scribe !== 'none' && describeScribe(accommodation.scribe);
  return {
    scribe: scribe && { label: accommodationMessages.scribe, value: <Bilingual word={scribe} /> },
    extraTime: accommodation?.compensatory_time && {
      label: accommodationMessages.extraTime,
      value: <Bilingual word={extraTime(true)} />,
    },
  } satisfies Record<string, FactValue>;
}

const toPaymentFacts = ({ amount, payment_status, order_id, transaction_id }: ApplicationRecord) =>
  ({
    fee: { label: words.fee, value: rupees(amount) },
    status: { label: words.status, value: <StatusBadge status={payment_status} /> },
    orderId: { label: words.orderId, value: order_id || '—' },
    transactionId: transaction_id && { label: transactionId, value: transaction_id },
  }) satisfies Record<string, FactValue>;

const toFacts = (application: ApplicationRecord, labels: ExamLabels, places: PlaceLabels) => ({
  ...toApplicantFacts(application, places),
  ...toExaminationFacts(application, labels, places),
  ...toHallFacts(application, labels.examination),
  ...toAccommodationFacts(application, labels),
  ...toPaymentFacts(application),
});

type FactName = keyof ReturnType<typeof toFacts>;

const applicant = ['name', 'fatherName', 'number', 'identity', 'dob', 'age'] as const;
const place = ['address', 'mandal', 'district'] as const;
const examination = [
  ...(['examType', 'regularity', 'pastHallTicket', 'languages', 'centreDistrict', 'agama'] as const),
  ...(['rollNumber', 'centre', 'examinationDate', 'reportingTime', 'scribe', 'extraTime'] as const),
] as const;
const payment = ['date', 'fee', 'status', 'orderId', 'transactionId'] as const;

/** The facts of a payment's page in the ticket's order: the application first, its payment last. */
const lists = {
  'order-head': ['applicationId', 'name'],
  order: [...applicant.slice(1), ...examination, ...place, ...payment],
  /** Beside the receipt's summary. */
  receipt: [...applicant.slice(1), ...examination, ...place, 'date', 'orderId', 'transactionId'],
} as const satisfies Record<string, readonly FactName[]>;

interface ApplicationFactsProps {
  application: ApplicationRecord;
  part: keyof typeof lists;
}

const useFacts = (application: ApplicationRecord) => toFacts(application, useExamLabels(), usePlaceLabels());

export function ApplicationFacts({ application, part }: ApplicationFactsProps) {
  const facts = useFacts(application);
  return <Facts facts={listFacts(lists[part].map((name) => facts[name]))} />;
}

/** The facts of the specification's view modal (section 2), then the others. */
const groups: readonly { title: Word; names: readonly FactName[] }[] = [
  { title: msg`Application and fee`, names: ['applicationId', ...payment] },
  { title: msg`Applicant`, names: [...applicant, ...place] },
  { title: msg`Examination`, names: examination },
];

export function ApplicationGroups({ application }: { application: ApplicationRecord }) {
  const facts = useFacts(application);
  return groups.map(({ title, names }) => (
    <section key={textIn('en', title)} className="fact-group">
      <h3>
        <Bilingual word={title} />
      </h3>
      <Facts facts={listFacts(names.map((name) => facts[name]))} />
    </section>
  ));
}
