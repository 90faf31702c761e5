import { createContext, use } from 'react';
import { textIn } from './catalogs.ts';
import type { Language, Word } from './word.ts';

export const LanguageContext = createContext<Language>('te');

export const useLanguage = (): Language => use(LanguageContext);

export const otherLanguage = (language: Language): Language => (language === 'te' ? 'en' : 'te');

/** The word in both languages as one text, for names and titles that are not elements; the chosen one first. */
const bothTexts = (language: Language, word: Word): string => {
  const [first, second] = [textIn(language, word), textIn(otherLanguage(language), word)];
  return first === second ? first : `${first} / ${second}`;
};

export function useBothTexts(): (word: Word) => string {
  const language = useLanguage();
  return (word) => bothTexts(language, word);
}
