import type { Examination } from '@archaka/contracts';
import { toPrintable } from './to-printable.ts';

/** `te` alone holds text of any language. */
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
