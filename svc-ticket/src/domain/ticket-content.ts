import {
  type Accommodation,
  clockText,
  dateText,
  describeVersion,
  type Examination,
  getCompensatoryMinutes,
  type Scribe,
  type TicketSnapshot,
} from '@archaka/contracts';
import { type Allotment, findCentreOf } from './allotment.ts';
import type { Payment, PreviewRequest } from './application.ts';

/** Control characters and bidirectional controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\uffff]+/gu;

/** Makes one line without characters that could reorder or hide text. Keeps joiners, which Telugu needs. */
export const toPrintable = (text: string): string =>
  text.toWellFormed().replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();

/** `te` alone holds text of any language. */
export interface LocalizedText {
  readonly te: string;
  readonly en?: string;
}

/** A line of the ticket. */
export interface Row {
  readonly label: Required<LocalizedText>;
  readonly value: LocalizedText;
  readonly kind?: 'good' | 'long';
}

export const toLabel = (te: string, en: string): Required<LocalizedText> => ({ te, en });
export const toUntranslated = (text: string): LocalizedText => ({ te: toPrintable(text) });

const modeLabels: Readonly<Record<number, Required<LocalizedText>>> = {
  1: toLabel('రెగ్యులర్', 'Regular'),
  2: toLabel('కంపార్ట్‌మెంటల్', 'Compartmental'),
};

export const toExamMode = (id: number): LocalizedText => modeLabels[id] ?? toUntranslated('');

/** Returns the id for a type that the examination lacks. */
export function toExamType(id: number, { exam_types }: Examination): LocalizedText {
  const type = exam_types.find((examType) => examType.id === id);
  return type ? { te: type.name_te, en: type.name } : toUntranslated(String(id));
}

export function toExamTypeAndMode(
  { exam_type, exam_regular }: { readonly exam_type: number; readonly exam_regular: number },
  examination: Examination,
): LocalizedText {
  const [type, mode] = [toExamType(exam_type, examination), toExamMode(exam_regular)];
  return { te: `${type.te}, ${mode.te}`, en: [type.en, mode.en].filter(Boolean).join(', ') };
}

/** Empty for a regular applicant. */
export function toPapers(ids: readonly number[], { languages }: Examination): LocalizedText {
  const chosen = languages.filter(({ language_id }) => ids.includes(language_id));
  return {
    te: chosen.map(({ language_te }) => language_te).join('; '),
    en: chosen.map(({ language }) => language).join('; '),
  };
}

const scribeLabels: Readonly<Partial<Record<Scribe, Required<LocalizedText>>>> = {
  own: toLabel('లేఖకులు: సొంతం', 'scribe: own'),
  department: toLabel('లేఖకులు: శాఖ తరఫున', 'scribe: department'),
};

const toTimeLabel = (minutes: number): Required<LocalizedText> =>
  toLabel(`అదనపు సమయం: గంటకు ${minutes} ని.`, `extra time ${minutes} min per hour`);

/** The hall's provisions for a candidate with a disability; undefined for none. */
export function toAccommodation(
  requested: Accommodation | undefined,
  examination: Examination,
): Required<LocalizedText> | undefined {
  if (!requested) return undefined;
  const { scribe, compensatory_time } = requested;
  const labels = [
    scribeLabels[scribe],
    compensatory_time ? toTimeLabel(getCompensatoryMinutes(examination)) : undefined,
  ].filter((label) => label !== undefined);
  if (labels.length === 0) return undefined;
  return toLabel(labels.map(({ te }) => te).join('; '), labels.map(({ en }) => en).join('; '));
}

/** Rendered as text, never as HTML. */
export interface TicketContent {
  readonly title: string;
  readonly examination: Required<LocalizedText>;
  /** Fields that an invigilator compares with the person: beside the photo and the code. */
  readonly person: readonly Row[];
  readonly rows: readonly Row[];
  /** The examination's day, as far as it is announced. */
  readonly hall: readonly Row[];
  /** Made in the hall. */
  readonly signatures: readonly Required<LocalizedText>[];
  readonly instructions: readonly Required<LocalizedText>[];
  readonly edition: string;
}

/** A string is shown as it is, in any language. */
export const toRow = (te: string, en: string, value: LocalizedText | string, kind?: Row['kind']): Row => ({
  label: toLabel(te, en),
  value: typeof value === 'string' ? toUntranslated(value) : value,
  ...(kind && { kind }),
});

const ANNOUNCED_LATER = toLabel('తర్వాత ప్రకటిస్తాం', 'will be announced');

function createHallRows(allotment: Allotment | undefined, examination: Examination): Row[] {
  const { examination_date: day, reporting_time: time } = examination;
  const centre = allotment && findCentreOf(allotment, examination);
  const place =
    centre && toLabel(`${centre.name_te}, ${centre.address_te}`, `${centre.name}, ${centre.address}`);
  return [
    toRow('పరీక్ష తేదీ', 'Examination date', day ? dateText(day) : ANNOUNCED_LATER),
    toRow('హాజరు కావలసిన సమయం', 'Reporting time', time ? clockText(time) : ANNOUNCED_LATER),
    toRow('రోల్ నంబరు', 'Roll number', allotment?.roll_number ?? ANNOUNCED_LATER),
    toRow('పరీక్ష కేంద్రం', 'Examination centre', place ?? ANNOUNCED_LATER),
  ];
}

function createExaminationRows(snapshot: TicketSnapshot, examination: Examination): Row[] {
  const { agama, centre_district: centre, exam_type, exam_regular, languages, accommodation } = snapshot;
  const known = examination.agamas.find(({ name, name_te }) => agama === name_te || agama === name);
  const provisions = toAccommodation(accommodation, examination);
  return [
    toRow('పరీక్ష రకం', 'Exam type', toExamType(exam_type, examination)),
    toRow('విధానం', 'Regular or compartmental', toExamMode(exam_regular)),
    ...(languages.length > 0 ? [toRow('పరీక్షా పత్రాలు', 'Papers', toPapers(languages, examination))] : []),
    toRow('ఆగమము', 'Agamamu', known ? toLabel(known.name_te, known.name) : agama),
    toRow(
      'పరీక్ష కేంద్రం జిల్లా',
      'Centre district',
      toLabel(toPrintable(centre.name_te), toPrintable(centre.name)),
    ),
    ...(provisions ? [toRow('పరీక్షలో సదుపాయం', 'Accommodation', provisions)] : []),
  ];
}

const createIdentityRow = ({ aadhaar_masked, identity_paper: paper }: TicketSnapshot): Row =>
  paper
    ? toRow(paper.name_te, paper.name, paper.number)
    : toRow('ఆధార్ సంఖ్య', 'Aadhaar number', aadhaar_masked);

const PENDING_TEXT = toLabel('చెల్లించిన తర్వాత వస్తుంది', 'Comes after payment');

/** A preview may be unpaid; it shows placeholders. */
const createPaymentRows = (payment: Payment | undefined): Row[] => [
  toRow('ఆర్డర్ సంఖ్య', 'Order ID', payment?.order_id ?? PENDING_TEXT),
  toRow('చెల్లింపు సంఖ్య', 'Payment reference', payment?.payment_id ?? PENDING_TEXT),
  payment
    ? toRow('చెల్లింపు స్థితి', 'Payment status', toLabel('విజయవంతం', 'Success'), 'good')
    : toRow('చెల్లింపు స్థితి', 'Payment status', toLabel('పెండింగ్‌లో ఉంది', 'Pending')),
];

function createInstructions(
  { identity_paper: paper }: TicketSnapshot,
  { reporting_time, contacts }: Examination,
): Required<LocalizedText>[] {
  const time = reporting_time && clockText(reporting_time);
  return [
    paper
      ? toLabel(
          `ఈ టికెట్‌ను A4 కాగితంపై ముద్రించి, మీ అసలు గుర్తింపు పత్రంతో (${paper.name_te}) పాటు పరీక్షా కేంద్రానికి తీసుకురండి.`,
          `Print this ticket on A4 paper and bring it to the examination centre with the original of your identity paper (${paper.name}).`,
        )
      : toLabel(
          'ఈ టికెట్‌ను A4 కాగితంపై ముద్రించి, మీ అసలు ఆధార్ కార్డుతో పాటు పరీక్షా కేంద్రానికి తీసుకురండి.',
          'Print this ticket on A4 paper and bring it to the examination centre with your original Aadhaar card.',
        ),
    toLabel(
      'పేరు, ఫోటో, పరీక్ష రకం సరిగా ఉన్నాయో లేదో చూసుకోండి; తప్పు ఉంటే దరఖాస్తును సవరించండి.',
      'Check your name, photo and exam type; if something is wrong, update your application.',
    ),
    toLabel(
      'దరఖాస్తును సవరిస్తే కొత్త టికెట్ వస్తుంది; పాత టికెట్ చెల్లదు.',
      'When you update your application you get a new ticket; the old one is no longer valid.',
    ),
    time
      ? toLabel(
          `${time.te} కల్లా పరీక్షా కేంద్రంలో ఉండండి. మొబైల్ ఫోన్లు, పుస్తకాలు పరీక్ష గదిలోకి అనుమతించరు.`,
          `Be at the centre by ${time.en}. Mobile phones and books are not allowed in the room.`,
        )
      : toLabel(
          'పరీక్షకు అరగంట ముందుగా రండి. మొబైల్ ఫోన్లు, పుస్తకాలు పరీక్ష గదిలోకి అనుమతించరు.',
          'Come half an hour before the examination. Mobile phones and books are not allowed in the room.',
        ),
    toLabel(
      `సహాయం కోసం: ${contacts.office}, ${contacts.email}`,
      `For help: ${contacts.office}, ${contacts.email}`,
    ),
  ];
}

export function createTicketContent(request: PreviewRequest, examination: Examination): TicketContent {
  const { allotment, application_id, payment } = request;
  const { snapshot, version } = request.applicationVersion;
  const { name, name_te } = examination;
  const { dob } = snapshot;
  return {
    title: `${name_te} · ${name} · ${application_id}`,
    examination: toLabel(name_te, name),
    person: [
      toRow('పేరు', 'Name', snapshot.name, 'long'),
      toRow('తండ్రి పేరు', "Father's name", snapshot.father_name, 'long'),
    ],
    rows: [
      toRow('దరఖాస్తు సంఖ్య', 'Application ID', application_id),
      ...(dob ? [toRow('పుట్టిన తేదీ', 'Date of birth', dateText(dob))] : []),
      createIdentityRow(snapshot),
      ...createExaminationRows(snapshot, examination),
      toRow('దరఖాస్తు తేదీ', 'Date', dateText(snapshot.submitted_at)),
      ...createPaymentRows(payment),
    ],
    hall: createHallRows(allotment, examination),
    signatures: [
      toLabel('అభ్యర్థి సంతకం', "Candidate's signature"),
      toLabel('పర్యవేక్షకుని సంతకం', "Invigilator's signature"),
    ],
    instructions: createInstructions(snapshot, examination),
    edition: `${application_id} · ${describeVersion(version).te}`,
  };
}

export const createPreviewMark = ({ payment }: PreviewRequest): Required<LocalizedText> =>
  payment
    ? toLabel('నమూనా మాత్రమే · హాల్ టికెట్‌గా చెల్లదు', 'Preview only · not valid as a hall ticket')
    : toLabel('నమూనా మాత్రమే · రుసుము చెల్లించే వరకు చెల్లదు', 'Preview only · not valid until paid');
