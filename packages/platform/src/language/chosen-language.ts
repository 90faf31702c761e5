import { useSelector } from 'react-redux';
import { changeState, type PortalState, portalStore } from '../store/portal-store.ts';
import { type LanguageChoice, storeLanguage } from './language-cookie.ts';

export const useLanguageChoice = (): LanguageChoice => useSelector(({ language }: PortalState) => language);

export function chooseLanguage(change: Partial<Omit<LanguageChoice, 'isChosen'>>): void {
  const choice = { ...portalStore.getState().language, ...change, isChosen: true };
  storeLanguage(choice);
  showLanguage(choice);
}

export function showLanguage(choice: LanguageChoice): void {
  changeState('language', choice);
}
