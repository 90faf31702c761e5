import type { Examination } from '@archaka/contracts';
import { printable } from './printable.ts';

/** Text in Telugu with its English, or one text in whatever language it came. */
export interface Words {
  readonly te: string;
  readonly en?: string;
}

export const label = (te: string, en: string): Required<Words> => ({ te, en });
export const asGiven = (text: string): Words => ({ te: printable(text) });

const ways: Readonly<Record<number, Required<Words>>> = {
  1: label('రెగ్యులర్', 'Regular'),
  2: label('కంపార్ట్‌మెంటల్', 'Compartmental'),
};

/** Regular or compartmental. */
export const examWay = (id: number): Words => ways[id] ?? asGiven('');

/** As it came when the examination has no such type. */
export function examType(id: number, { exam_types }: Examination): Words {
  const type = exam_types.find((one) => one.id === id);
  return type ? { te: type.name_te, en: type.name } : asGiven(String(id));
}

/** The exam type and whether it is regular or compartmental, as one. */
export function examTypeAndWay(
  { exam_type, exam_regular }: { readonly exam_type: number; readonly exam_regular: number },
  facts: Examination,
): Words {
  const [type, way] = [examType(exam_type, facts), examWay(exam_regular)];
  return { te: `${type.te}, ${way.te}`, en: [type.en, way.en].filter(Boolean).join(', ') };
}

/** Those of a compartmental applicant; empty for a regular one. */
export function papers(ids: readonly number[], { languages }: Examination): Words {
  const chosen = languages.filter(({ language_id }) => ids.includes(language_id));
  return {
    te: chosen.map(({ language_te }) => language_te).join('; '),
    en: chosen.map(({ language }) => language).join('; '),
  };
}
