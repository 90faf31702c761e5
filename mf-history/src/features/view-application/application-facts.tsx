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
import { type ExamWords, useExamWords } from '../../exam-words.ts';

const transactionId: Word = msg`Transaction ID`;

interface Fact {
  label: Word;
  value: ReactNode;
}

/** What the view and the receipt show of an application, in one order. */
export function ApplicationFacts({ application }: { application: ApplicationRecord }) {
  const exam = useExamWords();
  const facts = [...specified(application, exam), ...further(application, exam)];
  return <Facts facts={facts} />;
}

/** The fields of the specification's view modal (section 2), in its order. */
const specified = (a: ApplicationRecord, { examType, agama, district }: ExamWords): Fact[] => [
  { label: words.applicationId, value: a.application_id },
  { label: words.name, value: a.name },
  { label: words.mobileNumber, value: a.number },
  { label: words.aadhaarNumber, value: a.aadhar },
  { label: words.bookedDate, value: dateTimeText(a.date) },
  { label: words.orderId, value: a.order_id || '—' },
  { label: words.age, value: a.age },
  { label: words.status, value: <StatusBadge status={a.payment_status} /> },
  { label: words.fatherName, value: a.father_name },
  { label: words.examType, value: <Bilingual word={examType(a.exam_type)} /> },
  { label: words.agamamu, value: <Bilingual word={agama(a.agamamu)} /> },
  { label: words.birthStar, value: dateText(a.dob) },
  { label: words.fee, value: rupees(a.amount) },
  { label: words.mandal, value: a.mandal_name },
  { label: words.district, value: <Bilingual word={district(a.district_name)} /> },
  { label: words.postalAddress, value: <span className="as-typed">{a.postal_address}</span> },
];

/** What else the applicant has given, as far as given. */
function further(a: ApplicationRecord, { regularity, district, parts }: ExamWords): Fact[] {
  const languages = parseLanguages(a.language).map(({ language }) => language);
  return [
    { label: words.centreDistrict, value: <Bilingual word={district(a.centre_district_name)} /> },
    { label: words.regularOrCompartmental, value: <Bilingual word={regularity(a.exam_regular)} /> },
    ...(a.pasthallticket ? [{ label: words.previousHallTicket, value: a.pasthallticket }] : []),
    ...(languages.length > 0
      ? [{ label: words.languages, value: <Bilingual word={parts(languages)} /> }]
      : []),
    ...(a.transaction_id ? [{ label: transactionId, value: a.transaction_id }] : []),
  ];
}
