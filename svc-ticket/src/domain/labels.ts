import {
  type Accommodation,
  type Examination,
  getCompensatoryMinutes,
  type Scribe,
} from '@archaka/contracts';

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
