import type { Toast } from '@archaka/web-kit';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface AlertMessage {
  readonly title: string;
  readonly text?: string | undefined;
}

export interface MessagesState {
  readonly toasts: readonly Toast[];
  readonly alert: AlertMessage | null;
}

const noMessages: MessagesState = { toasts: [], alert: null };

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
  },
});
