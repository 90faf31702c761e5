import { type I18n, type MessageDescriptor, type Messages, setupI18n } from '@lingui/core';
import { createContext, use } from 'react';
import { en, te } from '../locales/te.po';

export type Language = 'te' | 'en';

/** Data in both languages, such as names in the examination's file. */
export type TwoNames = Readonly<Record<Language, string>>;

/** A displayed text: a catalog message, or a name from data. */
export type Word = MessageDescriptor | TwoNames;

/** One instance for each language: labels show both at once, so there is no single active language. */
const i18nByLanguage: Readonly<Record<Language, I18n>> = {
  te: setupI18n({ locale: 'te', messages: { te } }),
  en: setupI18n({ locale: 'en', messages: { en } }),
};

export function addCatalogs(catalogs: Readonly<Record<Language, Messages>>): void {
  i18nByLanguage.te.load('te', catalogs.te);
  i18nByLanguage.en.load('en', catalogs.en);
}

export const textIn = (language: Language, word: Word): string =>
  'id' in word ? i18nByLanguage[language]._(word) : word[language];

/** A word with a parameter that differs by language. */
export const inBoth = (createWord: (language: Language) => Word): TwoNames => ({
  te: textIn('te', createWord('te')),
  en: textIn('en', createWord('en')),
});

/** @param message English of the specification */
export const hasMessage = (message: string): boolean => Object.hasOwn(i18nByLanguage.te.messages, message);

export const LanguageContext = createContext<Language>('te');

export const useLanguage = (): Language => use(LanguageContext);

/** Whether the second language is shown everywhere; styles hide it otherwise, except in options. */
export const BothLanguagesContext = createContext(true);

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
