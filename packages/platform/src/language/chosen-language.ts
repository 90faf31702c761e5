import { useSelector } from 'react-redux';
import { changeState, type PortalState, portalStore } from '../store/portal-store.ts';
import { type LanguageChoice, storeLanguage } from './language-cookie.ts';

export const useLanguageChoice = (): LanguageChoice => useSelector(({ language }: PortalState) => language);

/** The first choice of a language hides the second. */
export function chooseLanguage(change: Partial<Omit<LanguageChoice, 'isChosen'>>): void {
  const { language, both, isChosen } = portalStore.getState().language;
  const choice = { language, both: isChosen && both, ...change, isChosen: true };
  storeLanguage(choice);
  showLanguage(choice);
}

export function showLanguage(choice: LanguageChoice): void {
  changeState('language', choice);
}
