import type { PublicExamination } from '@archaka/platform';
import type { Language } from '@archaka/web-kit';

/** The names of the examination's levels as one phrase. */
export function levelsIn(language: Language, levels: PublicExamination['exam_types']): string {
  const names = levels.map(({ name, name_te }) => (language === 'te' ? name_te : name));
  if (language === 'te') return names.join(', ');
  return new Intl.ListFormat('en-IN', { type: 'conjunction' }).format(names);
}
