import {
  type ExaminationSettings,
  type PublicExamination,
  type TextName,
  textNames,
} from '@archaka/contracts/calls';
import {
  type Column,
  dateText,
  dateTimeText,
  rupees,
  Sentence,
  textIn,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { DeskTable } from '../../desk-section.tsx';
import { PAISE, toFieldLabel } from '../../labels.ts';

export type ExamTypes = PublicExamination['exam_types'];

export const settingsLabels = {
  opens: msg`Applications open`,
  closes: msg`Applications close`,
  edit_until: msg`Edits until`,
  examination_date: msg`Day of the examination`,
  reporting_time: msg`Be there by`,
  fee: words.fee,
  office: msg`Telephone of the office`,
  phones: msg`More telephones of the office`,
  technical: msg`Telephones for technical help`,
  email: words.email,
  year: msg`Year of the results`,
} as const satisfies Readonly<Record<string, Word>>;

export const textLabels: Readonly<Record<TextName, Word>> = {
  submitted: msg`The application has arrived`,
  paid: msg`The fee has arrived`,
  'ticket-ready': msg`The hall ticket is ready`,
  'ticket-ready-centre': msg`The hall ticket is ready, with time and centre`,
  'edits-close': msg`Edits end soon`,
  'examination-day': msg`Day of the examination`,
  'examination-day-centre': msg`Day of the examination, with time and centre`,
  'correction-required': msg`A correction is required`,
  rejected: msg`The application is rejected`,
  'result-published': msg`The result is published`,
  'number-changed': msg`The mobile number of the account has changed`,
};
export const templateLabel: Word = msg`ID of the registered template`;

export const contactsAreExamples: Word = msg`The contacts are examples`;
export const resultsAreExamples: Word = msg`The links to results are examples`;
export const needsNoteLabel: Word = msg`Needs a note of the clerk`;

export const toLinkLabel = (examTypes: ExamTypes, id: number): Word => {
  const { name = String(id), name_te = String(id) } = examTypes.find((type) => type.id === id) ?? {};
  return { en: `Results of ${name}`, te: `${name_te} ఫలితాలు` };
};

interface Fact {
  readonly id: string;
  readonly label: Word;
  readonly value: string;
  /** Of a text that applicants read. */
  readonly valueTe?: string;
}

const toTemplateLabel = (text: Word): Word => ({
  en: `${textIn('en', templateLabel)}: ${textIn('en', text)}`,
  te: `${textIn('te', templateLabel)}: ${textIn('te', text)}`,
});

const toMark = (isSo: boolean): string => (isSo ? '✓' : '');

function listFacts(settings: ExaminationSettings, examTypes: ExamTypes): Fact[] {
  const { contacts, results, texts, reasons = [] } = settings;
  const values: Readonly<Record<keyof typeof settingsLabels, string>> = {
    opens: dateTimeText(settings.opens),
    closes: dateTimeText(settings.closes),
    edit_until: dateTimeText(settings.edit_until),
    examination_date: dateText(settings.examination_date ?? ''),
    reporting_time: settings.reporting_time ?? '',
    fee: rupees(settings.fee_paise / PAISE),
    office: contacts.office,
    phones: contacts.phones.join(', '),
    technical: contacts.technical.join(', '),
    email: contacts.email,
    year: results.year,
  };
  const simple = Object.entries(settingsLabels).map(([id, label]) => {
    return { id, label, value: values[id as keyof typeof values] };
  });
  return [
    ...simple,
    { id: 'contacts-example', label: contactsAreExamples, value: toMark(contacts.example) },
    ...results.links.map(({ exam_type, url }) => {
      return { id: `link ${exam_type}`, label: toLinkLabel(examTypes, exam_type), value: url };
    }),
    { id: 'results-example', label: resultsAreExamples, value: toMark(results.example) },
    ...textNames.flatMap((name) => [
      { id: `text ${name}`, label: textLabels[name], value: texts[name]?.wording ?? '' },
      {
        id: `template ${name}`,
        label: toTemplateLabel(textLabels[name]),
        value: texts[name]?.template ?? '',
      },
    ]),
    ...reasons.flatMap(({ id, verdict, field, name, name_te, needs_note }) => [
      {
        id: `reason ${id}`,
        label: toFieldLabel(field),
        value: `${name} (${id}, ${verdict})`,
        valueTe: name_te,
      },
      { id: `note ${id}`, label: needsNoteLabel, value: needs_note ? id : '' },
    ]),
  ];
}

interface Difference {
  readonly id: string;
  readonly label: Word;
  readonly before: Fact | undefined;
  readonly after: Fact | undefined;
}

const isSame = (one: Fact | undefined, other: Fact | undefined): boolean =>
  (one?.value ?? '') === (other?.value ?? '') && one?.valueTe === other?.valueTe;

function listDifferences(
  before: ExaminationSettings,
  after: ExaminationSettings,
  examTypes: ExamTypes,
): Difference[] {
  const [old, next] = [listFacts(before, examTypes), listFacts(after, examTypes)];
  const find = (facts: readonly Fact[], id: string) => facts.find((fact) => fact.id === id);
  const gone = old.filter(({ id }) => !find(next, id));
  return [...next, ...gone]
    .map(({ id, label }) => ({ id, label, before: find(old, id), after: find(next, id) }))
    .filter((each) => !isSame(each.before, each.after));
}

const Shown = ({ fact }: { fact: Fact | undefined }) => (
  <>
    {fact?.valueTe && <p lang="te">{fact.valueTe}</p>}
    <p>{fact?.value || '–'}</p>
  </>
);

interface DifferenceProps {
  before: ExaminationSettings;
  after: ExaminationSettings;
  examTypes: ExamTypes;
}

const differenceTitle: Word = msg`What changes`;
const noDifference: Word = msg`Nothing differs from what is in effect.`;
const differenceColumns: readonly Column<Difference>[] = [
  { id: 'field', label: msg`Field`, cell: ({ label }) => <Sentence word={label} /> },
  { id: 'before', label: msg`Before`, cell: ({ before }) => <Shown fact={before} /> },
  { id: 'after', label: msg`After`, cell: ({ after }) => <Shown fact={after} /> },
];

/** Field by field; texts that applicants read in both languages. */
export function SettingsDifference({ before, after, examTypes }: DifferenceProps) {
  const rows = listDifferences(before, after, examTypes);
  if (rows.length === 0) return <Sentence word={noDifference} />;
  return (
    <DeskTable caption={differenceTitle} columns={differenceColumns} rows={rows} keyOf={({ id }) => id} />
  );
}

const currentTitle: Word = msg`In effect`;
const factColumns: readonly Column<Fact>[] = [
  { id: 'field', label: msg`Field`, cell: ({ label }) => <Sentence word={label} /> },
  { id: 'value', label: currentTitle, cell: (fact) => <Shown fact={fact} /> },
];

export const SettingsTable = ({
  settings,
  examTypes,
}: {
  settings: ExaminationSettings;
  examTypes: ExamTypes;
}) => (
  <DeskTable
    caption={currentTitle}
    columns={factColumns}
    rows={listFacts(settings, examTypes).filter(({ value }) => value)}
    keyOf={({ id }) => id}
  />
);
