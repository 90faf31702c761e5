import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type LanguageChoice, readStoredLanguage } from './language-cookie.ts';

export const languageSlice = createSlice({
  name: 'language',
  initialState: readStoredLanguage,
  reducers: {
    languageChosen: (_state, { payload }: PayloadAction<LanguageChoice>) => payload,
  },
});
