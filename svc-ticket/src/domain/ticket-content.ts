import type { Examination } from '@archaka/contracts';
import type { Payment, WantedPreview } from './application.ts';
import { asGiven, examType, examWay, label, papers, type Words } from './exam-words.ts';
import { indianDate } from './indian-date.ts';
import { instructions } from './instructions.ts';
import { printable } from './printable.ts';

export interface Row {
  readonly label: Required<Words>;
  readonly value: Words;
  /** `good` news, or a text that may be `long`. */
  readonly kind?: 'good' | 'long';
}

/** All text on a ticket; what it holds is shown as text, never read as HTML. */
export interface TicketContent {
  readonly title: string;
  readonly examination: Required<Words>;
  readonly rows: readonly Row[];
  readonly instructions: readonly Required<Words>[];
  readonly edition: string;
}

function agama(given: string, { agamas }: Examination): Words {
  const known = agamas.find(({ name, name_te }) => given === name_te || given === name);
  return known ? { te: known.name_te, en: known.name } : asGiven(given);
}

const afterPayment = label('చెల్లించిన తర్వాత వస్తుంది', 'Comes after payment');

const paymentRow = (title: Required<Words>, text: string | undefined): Row => ({
  label: title,
  value: text === undefined ? afterPayment : asGiven(text),
});

/** An unpaid application has a preview only, which says where these will stand. */
const paymentRows = (payment: Payment | undefined): Row[] => [
  paymentRow(label('ఆర్డర్ సంఖ్య', 'Order ID'), payment?.order_id),
  paymentRow(label('చెల్లింపు సంఖ్య', 'Payment reference'), payment?.payment_id),
  {
    label: label('చెల్లింపు స్థితి', 'Payment status'),
    ...(payment
      ? { value: label('విజయవంతం', 'Success'), kind: 'good' }
      : { value: label('పెండింగ్‌లో ఉంది', 'Pending') }),
  },
];

/** What a ticket says, in the order of the receipt. */
export function ticketContent(
  { edition, payment, ...wanted }: WantedPreview,
  exam: Examination,
): TicketContent {
  const { snapshot, version } = edition;
  const { centre_district: centre } = snapshot;
  const chosenPapers: Row = { label: label('పరీక్షా పత్రాలు', 'Papers'), value: papers(snapshot.languages, exam) };
  return {
    title: `${exam.name_te} · ${exam.name} · ${wanted.application_id}`,
    examination: label(exam.name_te, exam.name),
    rows: [
      { label: label('దరఖాస్తు సంఖ్య', 'Application ID'), value: asGiven(wanted.application_id) },
      { label: label('పేరు', 'Name'), value: asGiven(snapshot.name), kind: 'long' },
      { label: label('ఆధార్ సంఖ్య', 'Aadhaar number'), value: asGiven(snapshot.aadhaar_masked) },
      { label: label('తేదీ', 'Date'), value: asGiven(indianDate(snapshot.submitted_at)) },
      ...paymentRows(payment),
      { label: label('తండ్రి పేరు', "Father's name"), value: asGiven(snapshot.father_name), kind: 'long' },
      { label: label('పరీక్ష రకం', 'Exam type'), value: examType(snapshot.exam_type, exam) },
      { label: label('విధానం', 'Regular or compartmental'), value: examWay(snapshot.exam_regular) },
      ...(snapshot.languages.length > 0 ? [chosenPapers] : []),
      { label: label('ఆగమము', 'Agamamu'), value: agama(snapshot.agama, exam) },
      {
        label: label('పరీక్ష కేంద్రం జిల్లా', 'Centre district'),
        value: { te: printable(centre.name_te), en: printable(centre.name) },
      },
    ],
    instructions: instructions(exam),
    edition: `${wanted.application_id} · ${version}`,
  };
}

/** What lies across a preview, so that nobody takes it for a ticket. */
export const previewMark = ({ payment }: WantedPreview): Required<Words> =>
  payment
    ? label('నమూనా మాత్రమే · హాల్ టికెట్‌గా చెల్లదు', 'Preview only · not valid as a hall ticket')
    : label('నమూనా మాత్రమే · రుసుము చెల్లించే వరకు చెల్లదు', 'Preview only · not valid until paid');
