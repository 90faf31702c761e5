import type { Examination } from '@archaka/contracts';
import { toPrintable } from './to-printable.ts';

/** Text in Telugu with its English, or one text in whatever language it came. */
export interface LocalizedText {
  readonly te: string;
  readonly en?: string;
}

export const toLabel = (te: string, en: string): Required<LocalizedText> => ({ te, en });
export const toUntranslated = (text: string): LocalizedText => ({ te: toPrintable(text) });

const modeLabels: Readonly<Record<number, Required<LocalizedText>>> = {
  1: toLabel('రెగ్యులర్', 'Regular'),
  2: toLabel('కంపార్ట్‌మెంటల్', 'Compartmental'),
};

/** Regular or compartmental. */
export const toExamMode = (id: number): LocalizedText => modeLabels[id] ?? toUntranslated('');

/** As it came when the examination has no such type. */
export function toExamType(id: number, { exam_types }: Examination): LocalizedText {
  const type = exam_types.find((examType) => examType.id === id);
  return type ? { te: type.name_te, en: type.name } : toUntranslated(String(id));
}

/** The exam type and whether it is regular or compartmental, as one. */
export function toExamTypeAndMode(
  { exam_type, exam_regular }: { readonly exam_type: number; readonly exam_regular: number },
  examination: Examination,
): LocalizedText {
  const [type, mode] = [toExamType(exam_type, examination), toExamMode(exam_regular)];
  return { te: `${type.te}, ${mode.te}`, en: [type.en, mode.en].filter(Boolean).join(', ') };
}

/** Those of a compartmental applicant; empty for a regular one. */
export function toPapers(ids: readonly number[], { languages }: Examination): LocalizedText {
  const chosen = languages.filter(({ language_id }) => ids.includes(language_id));
  return {
    te: chosen.map(({ language_te }) => language_te).join('; '),
    en: chosen.map(({ language }) => language).join('; '),
  };
}
