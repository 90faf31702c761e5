import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { en, te } from '../locales/te.po';
import type { Language, TwoNames, Word } from './word.ts';

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
