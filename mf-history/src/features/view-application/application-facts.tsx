import { type ApplicationRecord, parseLanguages } from '@archaka/contracts/calls';
import {
  Bilingual,
  dateText,
  dateTimeText,
  Facts,
  rupees,
  StatusBadge,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import {
  accommodationMessages,
  describeScribe,
  type ExamLabels,
  type PlaceLabels,
  useExamLabels,
  usePlaceLabels,
} from '../../use-exam-labels.ts';
import { type FactValue, listFacts, toHallFacts } from './hall-facts.tsx';

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

/** The facts of the specification's view modal (section 2) in its order, then the others. */
const viewOrder: readonly FactName[] = [
  ...(['applicationId', 'name', 'number', 'identity', 'date', 'orderId', 'age', 'status'] as const),
  ...(['fatherName', 'examType', 'agama', 'dob', 'fee', 'mandal', 'district', 'address'] as const),
  ...(['rollNumber', 'centre', 'examinationDate', 'reportingTime'] as const),
  ...(['centreDistrict', 'regularity', 'pastHallTicket', 'languages'] as const),
  ...(['scribe', 'extraTime', 'transactionId'] as const),
];

/** The facts that identify the receipt's owner. */
const receiptHead: readonly FactName[] = ['applicationId', 'name'];

/** The remaining facts in the ticket's order: the application first, its payment last. */
const receiptBody: readonly FactName[] = [
  ...(['fatherName', 'number', 'identity', 'dob', 'age'] as const),
  ...(['examType', 'regularity', 'pastHallTicket', 'languages', 'centreDistrict', 'agama'] as const),
  ...(['rollNumber', 'centre', 'examinationDate', 'reportingTime', 'scribe', 'extraTime'] as const),
  ...(['address', 'mandal', 'district', 'date', 'fee', 'status', 'orderId', 'transactionId'] as const),
];

const orders = { view: viewOrder, 'receipt-head': receiptHead, 'receipt-body': receiptBody } as const;

interface ApplicationFactsProps {
  application: ApplicationRecord;
  part: keyof typeof orders;
}

export function ApplicationFacts({ application, part }: ApplicationFactsProps) {
  const facts = toFacts(application, useExamLabels(), usePlaceLabels());
  return <Facts facts={listFacts(orders[part].map((name) => facts[name]))} />;
}
