import type { Toast, Word } from '@archaka/web-kit';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface AlertMessage {
  readonly title: string;
  readonly text?: string | undefined;
}

/** What failed, what is kept, and when to try again. */
export interface Explanation {
  readonly title: Word;
  readonly text: Word;
}

export interface MessagesState {
  readonly toasts: readonly Toast[];
  readonly alert: AlertMessage | null;
  /** Stays on the page after toast and alert, until the next success or step. */
  readonly explanation: Explanation | null;
}

const noMessages: MessagesState = { toasts: [], alert: null, explanation: null };

export const messagesSlice = createSlice({
  name: 'messages',
  initialState: noMessages,
  reducers: {
    toastShown: (state, { payload }: PayloadAction<Toast>) => {
      state.toasts.push(payload);
    },
    toastRemoved: (state, { payload }: PayloadAction<string>) => {
      state.toasts = state.toasts.filter(({ id }) => id !== payload);
    },
    alertShown: (state, { payload }: PayloadAction<AlertMessage>) => {
      state.alert = payload;
    },
    alertClosed: (state) => {
      state.alert = null;
    },
    explanationShown: (state, { payload }: PayloadAction<Explanation>) => {
      state.explanation = payload;
    },
    explanationCleared: (state) => {
      state.explanation = null;
    },
  },
});
