import { useBothTexts } from '../i18n/language.ts';
import type { Word } from '../i18n/word.ts';

export interface Option {
  readonly value: string | number;
  readonly label: Word | string;
}

/** Joins both languages, the chosen one first, since an `option` element holds text only. */
export function useOptionText(): (label: Word | string) => string {
  const bothTexts = useBothTexts();
  return (label) => (typeof label === 'string' ? label : bothTexts(label));
}
