import type { Toast, Word } from '@archaka/web-kit';
import type { UnknownAction } from 'redux';

export interface AlertMessage {
  readonly title: string;
  readonly text?: string | undefined;
}

/** The failure, what is still stored, and when to retry. */
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

const CHANGED = 'messages/messagesChanged';

export const messagesChanged = (change: Partial<MessagesState>) => ({ type: CHANGED, payload: change });

const noMessages: MessagesState = { toasts: [], alert: null, explanation: null };

export const messagesReducer = (
  state: MessagesState = noMessages,
  { type, payload }: UnknownAction,
): MessagesState => (type === CHANGED ? { ...state, ...(payload as Partial<MessagesState>) } : state);
