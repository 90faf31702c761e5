import type { Language } from '@archaka/web-kit';
import { useSelector } from 'react-redux';
import { type PortalState, portalStore } from '../store/portal-store.ts';
import { storeLanguage } from './language-cookie.ts';
import { languageSlice } from './language-slice.ts';

export const useChosenLanguage = (): Language => useSelector(({ language }: PortalState) => language.chosen);

export function chooseLanguage(language: Language): void {
  storeLanguage(language);
  showLanguage(language);
}

export function showLanguage(language: Language): void {
  portalStore.dispatch(languageSlice.actions.languageChosen(language));
}
