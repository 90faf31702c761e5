import { type ApplicationRecord, parseLanguages } from '@archaka/contracts';
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
import type { ReactNode } from 'react';
import { type ExamLabels, useExamLabels } from '../../use-exam-labels.ts';

const transactionId: Word = msg`Transaction ID`;

interface Fact {
  label: Word;
  value: ReactNode;
}

/** The application ID and the name come first. */
const NAME_FACTS = 2;

interface ApplicationFactsProps {
  application: ApplicationRecord;
  /** What says whose application it is, or everything else; without it everything. */
  part?: 'name' | 'rest';
}

/** What the view and the receipt show of an application, in one order. */
export function ApplicationFacts({ application, part }: ApplicationFactsProps) {
  const examLabels = useExamLabels();
  const facts = [...toSpecifiedFacts(application, examLabels), ...toFurtherFacts(application, examLabels)];
  if (!part) return <Facts facts={facts} />;
  return <Facts facts={part === 'name' ? facts.slice(0, NAME_FACTS) : facts.slice(NAME_FACTS)} />;
}

/** The fields of the specification's view modal (section 2), in its order. */
const toSpecifiedFacts = (
  application: ApplicationRecord,
  { examType, agama, district }: ExamLabels,
): Fact[] => [
  { label: words.applicationId, value: application.application_id },
  { label: words.name, value: application.name },
  { label: words.mobileNumber, value: application.number },
  { label: words.aadhaarNumber, value: application.aadhar },
  { label: words.bookedDate, value: dateTimeText(application.date) },
  { label: words.orderId, value: application.order_id || '—' },
  { label: words.age, value: application.age },
  { label: words.status, value: <StatusBadge status={application.payment_status} /> },
  { label: words.fatherName, value: application.father_name },
  { label: words.examType, value: <Bilingual word={examType(application.exam_type)} /> },
  { label: words.agamamu, value: <Bilingual word={agama(application.agamamu)} /> },
  { label: words.birthStar, value: dateText(application.dob) },
  { label: words.fee, value: rupees(application.amount) },
  { label: words.mandal, value: application.mandal_name },
  { label: words.district, value: <Bilingual word={district(application.district_name)} /> },
  { label: words.postalAddress, value: <span className="as-typed">{application.postal_address}</span> },
];

function toFurtherFacts(application: ApplicationRecord, { regularity, district, parts }: ExamLabels): Fact[] {
  const languages = parseLanguages(application.language).map(({ language }) => language);
  return [
    { label: words.centreDistrict, value: <Bilingual word={district(application.centre_district_name)} /> },
    { label: words.regularOrCompartmental, value: <Bilingual word={regularity(application.exam_regular)} /> },
    ...(application.pasthallticket
      ? [{ label: words.previousHallTicket, value: application.pasthallticket }]
      : []),
    ...(languages.length > 0
      ? [{ label: words.languages, value: <Bilingual word={parts(languages)} /> }]
      : []),
    ...(application.transaction_id ? [{ label: transactionId, value: application.transaction_id }] : []),
  ];
}
