import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { messages as en } from '../locales/en.po';
import { messages as te } from '../locales/te.po';
import type { Language, TwoNames, Word } from './word.ts';

/** One voice a language: a label is read in both at once, so neither is ever "the active one". */
const voices: Readonly<Record<Language, I18n>> = {
  te: setupI18n({ locale: 'te', messages: { te } }),
  en: setupI18n({ locale: 'en', messages: { en } }),
};

/** Adds a slice's own words to the portal's. */
export function addCatalogs(catalogs: Readonly<Record<Language, Messages>>): void {
  voices.te.load('te', catalogs.te);
  voices.en.load('en', catalogs.en);
}

/** The word in that language. */
export const textIn = (language: Language, word: Word): string =>
  'id' in word ? voices[language]._(word) : word[language];

/** A word with something in it that reads differently in each language. */
export const inBoth = (make: (language: Language) => Word): TwoNames => ({
  te: textIn('te', make('te')),
  en: textIn('en', make('en')),
});

/** Whether the catalogs know this English message of the specification. */
export const isKnown = (message: string): boolean => Object.hasOwn(voices.te.messages, message);
