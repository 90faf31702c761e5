import type { Language } from '@archaka/web-kit';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rememberedLanguage } from './remembered-language.ts';

export interface LanguageState {
  readonly chosen: Language;
}

export const languageSlice = createSlice({
  name: 'language',
  initialState: (): LanguageState => ({ chosen: rememberedLanguage() }),
  reducers: {
    languageChosen: (state, { payload }: PayloadAction<Language>) => {
      state.chosen = payload;
    },
  },
});
