import { createContext, use } from 'react';
import { textIn } from './catalogs.ts';
import type { Language, Word } from './word.ts';

export const LanguageContext = createContext<Language>('te');

export const useLanguage = (): Language => use(LanguageContext);

export const otherLanguage = (language: Language): Language => (language === 'te' ? 'en' : 'te');

/** Joins both languages into one text, the chosen one first, for names and titles that are not elements. */
const bothTexts = (language: Language, word: Word): string => {
  const [first, second] = [textIn(language, word), textIn(otherLanguage(language), word)];
  return first === second ? first : `${first} / ${second}`;
};

export function useBothTexts(): (word: Word) => string {
  const language = useLanguage();
  return (word) => bothTexts(language, word);
}
