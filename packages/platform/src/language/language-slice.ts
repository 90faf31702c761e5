import type { Language } from '@archaka/web-kit';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readStoredLanguage } from './language-cookie.ts';

export interface LanguageState {
  readonly chosen: Language;
}

export const languageSlice = createSlice({
  name: 'language',
  initialState: (): LanguageState => ({ chosen: readStoredLanguage() }),
  reducers: {
    languageChosen: (state, { payload }: PayloadAction<Language>) => {
      state.chosen = payload;
    },
  },
});
