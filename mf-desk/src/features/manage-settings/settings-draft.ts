import {
  type ExaminationSettings,
  findSettingsFaults,
  parseIndianMinute,
  type TextName,
  textNames,
  toIndianMinute,
} from '@archaka/contracts/calls';
import { portalNow, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { PAISE } from '../../labels.ts';
import type { ExamTypes } from './settings-facts.tsx';

export type Reason = NonNullable<ExaminationSettings['reasons']>[number];

const dateFields = ['opens', 'closes', 'edit_until'] as const;

export interface TextDraft {
  /** Otherwise its template is left out. */
  readonly isSent: boolean;
  readonly template: string;
  readonly wording: string;
}

/** What the form's controls show. */
export interface SettingsDraft {
  readonly opens: string;
  readonly closes: string;
  readonly edit_until: string;
  readonly examination_date: string;
  readonly reporting_time: string;
  /** Rupees. */
  readonly fee: string;
  readonly office: string;
  /** Separated by commas, as are those for technical help. */
  readonly phones: string;
  readonly technical: string;
  readonly email: string;
  readonly year: string;
  readonly contactsExample: boolean;
  readonly resultsExample: boolean;
  /** By exam type. */
  readonly links: Readonly<Record<number, string>>;
  readonly texts: Readonly<Record<TextName, TextDraft>>;
  readonly reasons: readonly Reason[];
}

const toMinute = (instant: string): string => toIndianMinute(new Date(instant));
const mapTexts = <Value>(toValue: (name: TextName) => Value) =>
  Object.fromEntries(textNames.map((name) => [name, toValue(name)])) as Record<TextName, Value>;
const splitNumbers = (text: string): string[] =>
  text
    .split(',')
    .map((number) => number.trim())
    .filter(Boolean);

export const toDraft = ({
  contacts,
  results,
  texts,
  reasons = [],
  ...settings
}: ExaminationSettings): SettingsDraft => ({
  opens: toMinute(settings.opens),
  closes: toMinute(settings.closes),
  edit_until: toMinute(settings.edit_until),
  examination_date: settings.examination_date ?? '',
  reporting_time: settings.reporting_time ?? '',
  fee: String(settings.fee_paise / PAISE),
  office: contacts.office,
  phones: contacts.phones.join(', '),
  technical: contacts.technical.join(', '),
  email: contacts.email,
  year: results.year,
  contactsExample: contacts.example,
  resultsExample: results.example,
  links: Object.fromEntries(results.links.map(({ exam_type, url }) => [exam_type, url])),
  texts: mapTexts((name) => {
    const { template = '', wording = '' } = texts[name] ?? {};
    return { isSent: template !== '', template, wording };
  }),
  reasons,
});

/** @param base whose instants stay, with their seconds, where the minute was not changed */
export function fromDraft(draft: SettingsDraft, base: ExaminationSettings): ExaminationSettings {
  const toInstant = (field: (typeof dateFields)[number]): string =>
    draft[field] === toMinute(base[field])
      ? base[field]
      : (parseIndianMinute(draft[field])?.toISOString() ?? '');
  const [day, time] = [draft.examination_date, draft.reporting_time];
  return {
    opens: toInstant('opens'),
    closes: toInstant('closes'),
    edit_until: toInstant('edit_until'),
    ...(day && { examination_date: day }),
    ...(time && { reporting_time: time }),
    fee_paise: Math.round(Number(draft.fee) * PAISE),
    contacts: {
      example: draft.contactsExample,
      office: draft.office.trim(),
      phones: splitNumbers(draft.phones),
      technical: splitNumbers(draft.technical),
      email: draft.email.trim(),
    },
    results: {
      example: draft.resultsExample,
      year: draft.year.trim(),
      links: Object.entries(draft.links).flatMap(([exam_type, url]) =>
        url.trim() ? [{ exam_type: Number(exam_type), url: url.trim() }] : [],
      ),
    },
    texts: Object.fromEntries(
      textNames.flatMap((name) => {
        const { isSent, template, wording } = draft.texts[name];
        const isEmpty = !isSent && !wording.trim();
        return isEmpty
          ? []
          : [[name, { wording: wording.trim(), ...(isSent && { template: template.trim() }) }]];
      }),
    ),
    ...(base.reasons && { reasons: [...draft.reasons] }),
  };
}

const missing: Word = msg`Fill in this field`;
/** By the message of the contracts' rule. */
const faultTexts: Readonly<Record<string, Word>> = {
  'Must be after the opening': msg`Choose a time after the opening`,
  'Must be in the future': msg`Choose a time in the future`,
  'Must be after the day of the closing': msg`Choose a day after the closing`,
  'Is no ID of a template': msg`Enter the ID of the registered template: Latin letters, digits and hyphens`,
  'Has other variables than its message': msg`Use only the variables of this message, as they stand below the field`,
};
const required = [...dateFields, 'fee', 'office', 'email', 'year'] as const;

export type DraftErrors = Readonly<Record<string, Word>>;

/** By the names of the controls; the service checks the rest. */
export function findErrors(
  draft: SettingsDraft,
  current: ExaminationSettings,
  exam_types: ExamTypes,
): DraftErrors {
  const empty = required.filter((name) => !draft[name].trim());
  if (empty.length > 0) return Object.fromEntries(empty.map((name) => [name, missing]));
  const context = { current, exam_types, now: new Date(portalNow()) };
  const faults = findSettingsFaults(fromDraft(draft, current), context);
  return Object.fromEntries(faults.map(({ field, message }) => [field, faultTexts[message] ?? missing]));
}
