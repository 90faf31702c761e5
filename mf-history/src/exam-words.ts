import { type PublicExamination, useExamination, type Word, words } from '@archaka/platform';

const unknown: Word = { te: '', en: '' };

/** The examination's own words for the numbers and names that records carry. */
export function useExamWords() {
  const { examination } = useExamination();
  return {
    examType: (id: number): Word => wordOf(examination?.exam_types.find((type) => type.id === id)),
    agama: (name_te: string): Word =>
      wordOf(examination?.agamas.find((agama) => agama.name_te === name_te) ?? { name: name_te, name_te }),
    regularity: (exam_regular: number): Word => (exam_regular === 2 ? words.compartmental : words.regular),
    editUntil: examination?.edit_until,
  };
}

const wordOf = (named: Pick<PublicExamination, 'name' | 'name_te'> | undefined): Word =>
  named ? { te: named.name_te, en: named.name } : unknown;
