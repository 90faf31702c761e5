import { clockText, dateText, type Examination, type TicketSnapshot } from '@archaka/contracts';
import { type Allotment, findCentreOf } from './allotment.ts';
import type { Payment, PreviewRequest } from './application.ts';
import {
  type LocalizedText,
  type Row,
  toAccommodation,
  toExamMode,
  toExamType,
  toLabel,
  toPapers,
  toPrintable,
  toUntranslated,
} from './labels.ts';

type HallRequest = Pick<PreviewRequest, 'applicationVersion' | 'allotment'>;

/** False while neither seat nor examination date is known: the ticket then has its earlier layout. */
const isForHall = ({ allotment }: HallRequest, { examination_date }: Examination): boolean =>
  allotment !== undefined || examination_date !== undefined;

function createCentreRows(allotment: Allotment, examination: Examination): Row[] {
  const centre = findCentreOf(allotment, examination);
  const rollNumber: Row = {
    label: toLabel('రోల్ నంబరు', 'Roll number'),
    value: toUntranslated(allotment.roll_number),
    kind: 'long',
  };
  if (!centre) return [rollNumber];
  const place = toLabel(`${centre.name_te}, ${centre.address_te}`, `${centre.name}, ${centre.address}`);
  return [rollNumber, { label: toLabel('పరీక్ష కేంద్రం', 'Examination centre'), value: place }];
}

/** Candidate, time and place, as the first rows; empty without dates and seats. */
function createHallRows({ allotment }: HallRequest, examination: Examination): Row[] {
  const { examination_date, reporting_time } = examination;
  const day: Row[] = examination_date
    ? [{ label: toLabel('పరీక్ష తేదీ', 'Examination date'), value: toUntranslated(dateText(examination_date)) }]
    : [];
  const time: Row[] = reporting_time
    ? [{ label: toLabel('హాజరు కావలసిన సమయం', 'Reporting time'), value: clockText(reporting_time) }]
    : [];
  return [...(allotment ? createCentreRows(allotment, examination) : []), ...day, ...time];
}

function createBirthRows(request: HallRequest, examination: Examination): Row[] {
  const { dob } = request.applicationVersion.snapshot;
  if (!dob || !isForHall(request, examination)) return [];
  return [{ label: toLabel('పుట్టిన తేదీ', 'Date of birth'), value: toUntranslated(dateText(dob)) }];
}

/** Signatures made in the hall; empty without dates and seats. */
const createSignatures = (
  request: HallRequest,
  examination: Examination,
): readonly Required<LocalizedText>[] =>
  isForHall(request, examination)
    ? [toLabel('అభ్యర్థి సంతకం', "Candidate's signature"), toLabel('పర్యవేక్షకుని సంతకం', "Invigilator's signature")]
    : [];

function createTimeInstruction({ reporting_time }: Examination): Required<LocalizedText> {
  if (!reporting_time)
    return toLabel(
      'పరీక్షకు అరగంట ముందుగా రండి. మొబైల్ ఫోన్లు, పుస్తకాలు పరీక్ష గదిలోకి అనుమతించరు.',
      'Come half an hour before the examination. Mobile phones and books are not allowed in the room.',
    );
  const { te, en } = clockText(reporting_time);
  return toLabel(
    `${te} కల్లా పరీక్షా కేంద్రంలో ఉండండి. మొబైల్ ఫోన్లు, పుస్తకాలు పరీక్ష గదిలోకి అనుమతించరు.`,
    `Be at the centre by ${en}. Mobile phones and books are not allowed in the room.`,
  );
}

const createHelpInstruction = ({ contacts }: Examination): Required<LocalizedText> =>
  toLabel(
    `సహాయం కోసం: ${contacts.office}, ${contacts.email}`,
    `For help: ${contacts.office}, ${contacts.email}`,
  );

const createPaperInstruction = ({ identity_paper: paper }: TicketSnapshot): Required<LocalizedText> =>
  paper
    ? toLabel(
        `ఈ టికెట్‌ను A4 కాగితంపై ముద్రించి, మీ అసలు గుర్తింపు పత్రంతో (${paper.name_te}) పాటు పరీక్షా కేంద్రానికి తీసుకురండి.`,
        `Print this ticket on A4 paper and bring it to the examination centre with the original of your identity paper (${paper.name}).`,
      )
    : toLabel(
        'ఈ టికెట్‌ను A4 కాగితంపై ముద్రించి, మీ అసలు ఆధార్ కార్డుతో పాటు పరీక్షా కేంద్రానికి తీసుకురండి.',
        'Print this ticket on A4 paper and bring it to the examination centre with your original Aadhaar card.',
      );

const createInstructions = (
  snapshot: TicketSnapshot,
  examination: Examination,
): Required<LocalizedText>[] => [
  createPaperInstruction(snapshot),
  {
    te: 'పేరు, ఫోటో, పరీక్ష రకం సరిగా ఉన్నాయో లేదో చూసుకోండి; తప్పు ఉంటే దరఖాస్తును సవరించండి.',
    en: 'Check your name, photo and exam type; if something is wrong, update your application.',
  },
  {
    te: 'దరఖాస్తును సవరిస్తే కొత్త టికెట్ వస్తుంది; పాత టికెట్ చెల్లదు.',
    en: 'When you update your application you get a new ticket; the old one is no longer valid.',
  },
  createTimeInstruction(examination),
  createHelpInstruction(examination),
];

/** Rendered as text, never as HTML. */
export interface TicketContent {
  readonly title: string;
  readonly examination: Required<LocalizedText>;
  /** Fields that an invigilator compares with the person: beside the photo and the code. */
  readonly person: readonly Row[];
  readonly rows: readonly Row[];
  /** Empty where the hall needs none. */
  readonly signatures: readonly Required<LocalizedText>[];
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

const createPersonRows = ({ name, father_name }: TicketSnapshot): Row[] => [
  { label: toLabel('పేరు', 'Name'), value: toUntranslated(name), kind: 'long' },
  { label: toLabel('తండ్రి పేరు', "Father's name"), value: toUntranslated(father_name), kind: 'long' },
];

const createIdentityRow = ({ aadhaar_masked, identity_paper: paper }: TicketSnapshot): Row =>
  paper
    ? { label: toLabel(paper.name_te, paper.name), value: toUntranslated(paper.number) }
    : { label: toLabel('ఆధార్ సంఖ్య', 'Aadhaar number'), value: toUntranslated(aadhaar_masked) };

function createAccommodationRows({ accommodation }: TicketSnapshot, examination: Examination): Row[] {
  const value = toAccommodation(accommodation, examination);
  return value ? [{ label: toLabel('పరీక్షలో సదుపాయం', 'Accommodation'), value }] : [];
}

function createExaminationRows(snapshot: TicketSnapshot, examination: Examination): Row[] {
  const { centre_district: centre } = snapshot;
  const chosenPapers: Row = {
    label: toLabel('పరీక్షా పత్రాలు', 'Papers'),
    value: toPapers(snapshot.languages, examination),
  };
  return [
    { label: toLabel('పరీక్ష రకం', 'Exam type'), value: toExamType(snapshot.exam_type, examination) },
    { label: toLabel('విధానం', 'Regular or compartmental'), value: toExamMode(snapshot.exam_regular) },
    ...(snapshot.languages.length > 0 ? [chosenPapers] : []),
    { label: toLabel('ఆగమము', 'Agamamu'), value: toAgama(snapshot.agama, examination) },
    {
      label: toLabel('పరీక్ష కేంద్రం జిల్లా', 'Centre district'),
      value: { te: toPrintable(centre.name_te), en: toPrintable(centre.name) },
    },
  ];
}

/** The hall's rows come first, the payment last. */
export function createTicketContent(request: PreviewRequest, examination: Examination): TicketContent {
  const { snapshot, version } = request.applicationVersion;
  return {
    title: `${examination.name_te} · ${examination.name} · ${request.application_id}`,
    examination: toLabel(examination.name_te, examination.name),
    person: createPersonRows(snapshot),
    rows: [
      ...createHallRows(request, examination),
      { label: toLabel('దరఖాస్తు సంఖ్య', 'Application ID'), value: toUntranslated(request.application_id) },
      ...createExaminationRows(snapshot, examination),
      ...createAccommodationRows(snapshot, examination),
      createIdentityRow(snapshot),
      ...createBirthRows(request, examination),
      { label: toLabel('దరఖాస్తు తేదీ', 'Date'), value: toUntranslated(dateText(snapshot.submitted_at)) },
      ...createPaymentRows(request.payment),
    ],
    signatures: createSignatures(request, examination),
    instructions: createInstructions(snapshot, examination),
    edition: `${request.application_id} · ${version}`,
  };
}

export const createPreviewMark = ({ payment }: PreviewRequest): Required<LocalizedText> =>
  payment
    ? toLabel('నమూనా మాత్రమే · హాల్ టికెట్‌గా చెల్లదు', 'Preview only · not valid as a hall ticket')
    : toLabel('నమూనా మాత్రమే · రుసుము చెల్లించే వరకు చెల్లదు', 'Preview only · not valid until paid');
