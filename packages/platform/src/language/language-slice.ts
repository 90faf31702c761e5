import type { UnknownAction } from 'redux';
import { type LanguageChoice, readStoredLanguage } from './language-cookie.ts';

const CHOSEN = 'language/languageChosen';

export const languageChosen = (choice: LanguageChoice) => ({ type: CHOSEN, payload: choice });

export const languageReducer = (
  state: LanguageChoice = readStoredLanguage(),
  { type, payload }: UnknownAction,
): LanguageChoice => (type === CHOSEN ? (payload as LanguageChoice) : state);
