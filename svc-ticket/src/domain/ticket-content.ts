import type { Examination } from '@archaka/contracts';
import type { Payment, PreviewRequest } from './application.ts';
import {
  type LocalizedText,
  toExamMode,
  toExamType,
  toLabel,
  toPapers,
  toUntranslated,
} from './exam-labels.ts';
import { formatIndianDate } from './indian-date.ts';
import { createInstructions } from './instructions.ts';
import { toPrintable } from './to-printable.ts';

export interface Row {
  readonly label: Required<LocalizedText>;
  readonly value: LocalizedText;
  readonly kind?: 'good' | 'long';
}

/** Rendered as text, never as HTML. */
export interface TicketContent {
  readonly title: string;
  readonly examination: Required<LocalizedText>;
  readonly rows: readonly Row[];
  readonly instructions: readonly Required<LocalizedText>[];
  readonly edition: string;
}

function toAgama(value: string, { agamas }: Examination): LocalizedText {
  const match = agamas.find(({ name, name_te }) => value === name_te || value === name);
  return match ? { te: match.name_te, en: match.name } : toUntranslated(value);
}

const PENDING_TEXT = toLabel('చెల్లించిన తర్వాత వస్తుంది', 'Comes after payment');

const createPaymentRow = (title: Required<LocalizedText>, text: string | undefined): Row => ({
  label: title,
  value: text === undefined ? PENDING_TEXT : toUntranslated(text),
});

/** A preview may be unpaid; it shows placeholders. */
const createPaymentRows = (payment: Payment | undefined): Row[] => [
  createPaymentRow(toLabel('ఆర్డర్ సంఖ్య', 'Order ID'), payment?.order_id),
  createPaymentRow(toLabel('చెల్లింపు సంఖ్య', 'Payment reference'), payment?.payment_id),
  {
    label: toLabel('చెల్లింపు స్థితి', 'Payment status'),
    ...(payment
      ? { value: toLabel('విజయవంతం', 'Success'), kind: 'good' }
      : { value: toLabel('పెండింగ్‌లో ఉంది', 'Pending') }),
  },
];

/** Rows follow the order of the receipt. */
export function createTicketContent(
  { applicationVersion, payment, ...request }: PreviewRequest,
  examination: Examination,
): TicketContent {
  const { snapshot, version } = applicationVersion;
  const { centre_district: centre } = snapshot;
  const chosenPapers: Row = {
    label: toLabel('పరీక్షా పత్రాలు', 'Papers'),
    value: toPapers(snapshot.languages, examination),
  };
  return {
    title: `${examination.name_te} · ${examination.name} · ${request.application_id}`,
    examination: toLabel(examination.name_te, examination.name),
    rows: [
      { label: toLabel('దరఖాస్తు సంఖ్య', 'Application ID'), value: toUntranslated(request.application_id) },
      { label: toLabel('పేరు', 'Name'), value: toUntranslated(snapshot.name), kind: 'long' },
      { label: toLabel('ఆధార్ సంఖ్య', 'Aadhaar number'), value: toUntranslated(snapshot.aadhaar_masked) },
      { label: toLabel('దరఖాస్తు తేదీ', 'Date'), value: toUntranslated(formatIndianDate(snapshot.submitted_at)) },
      ...createPaymentRows(payment),
      {
        label: toLabel('తండ్రి పేరు', "Father's name"),
        value: toUntranslated(snapshot.father_name),
        kind: 'long',
      },
      { label: toLabel('పరీక్ష రకం', 'Exam type'), value: toExamType(snapshot.exam_type, examination) },
      { label: toLabel('విధానం', 'Regular or compartmental'), value: toExamMode(snapshot.exam_regular) },
      ...(snapshot.languages.length > 0 ? [chosenPapers] : []),
      { label: toLabel('ఆగమము', 'Agamamu'), value: toAgama(snapshot.agama, examination) },
      {
        label: toLabel('పరీక్ష కేంద్రం జిల్లా', 'Centre district'),
        value: { te: toPrintable(centre.name_te), en: toPrintable(centre.name) },
      },
    ],
    instructions: createInstructions(examination),
    edition: `${request.application_id} · ${version}`,
  };
}

export const createPreviewMark = ({ payment }: PreviewRequest): Required<LocalizedText> =>
  payment
    ? toLabel('నమూనా మాత్రమే · హాల్ టికెట్‌గా చెల్లదు', 'Preview only · not valid as a hall ticket')
    : toLabel('నమూనా మాత్రమే · రుసుము చెల్లించే వరకు చెల్లదు', 'Preview only · not valid until paid');
