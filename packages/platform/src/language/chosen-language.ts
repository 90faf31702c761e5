import { useSelector } from 'react-redux';
import { type PortalState, portalStore } from '../store/portal-store.ts';
import { type LanguageChoice, storeLanguage } from './language-cookie.ts';
import { languageChosen } from './language-slice.ts';

export const useLanguageChoice = (): LanguageChoice => useSelector(({ language }: PortalState) => language);

export function chooseLanguage(change: Partial<LanguageChoice>): void {
  const choice = { ...portalStore.getState().language, ...change };
  storeLanguage(choice);
  showLanguage(choice);
}

export function showLanguage(choice: LanguageChoice): void {
  portalStore.dispatch(languageChosen(choice));
}
