import type { ApplicationRecord } from '@archaka/contracts';
import { Bilingual, dateText, dateTimeText, Facts, rupees, StatusBadge, words } from '@archaka/platform';
import { useExamWords } from '../../exam-words.ts';

/** What the view and the receipt show of an application, in one order (specification, section 2). */
export function ApplicationFacts({ application }: { application: ApplicationRecord }) {
  const { examType, agama, regularity } = useExamWords();
  const a = application;
  return (
    <Facts
      facts={[
        { label: words.applicationId, value: a.application_id },
        { label: words.name, value: a.name },
        { label: words.mobileNumber, value: a.number },
        { label: words.aadhaarNumber, value: a.aadhar },
        { label: words.bookedDate, value: dateTimeText(a.date) },
        { label: words.orderId, value: a.order_id },
        { label: words.age, value: a.age },
        { label: words.status, value: <StatusBadge status={a.payment_status} /> },
        { label: words.fatherName, value: a.father_name },
        { label: words.examType, value: <Bilingual word={examType(a.exam_type)} /> },
        { label: words.regularOrCompartmental, value: <Bilingual word={regularity(a.exam_regular)} /> },
        { label: words.agamamu, value: <Bilingual word={agama(a.agamamu)} /> },
        { label: words.birthStar, value: dateText(a.dob) },
        { label: words.fee, value: rupees(a.amount) },
        { label: words.mandal, value: a.mandal_name },
        { label: words.district, value: a.district_name },
        { label: words.centreDistrict, value: a.centre_district_name },
        { label: words.postalAddress, value: a.postal_address },
      ]}
    />
  );
}
