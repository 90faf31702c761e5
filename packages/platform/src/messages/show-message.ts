import type { Toast, Word } from '@archaka/web-kit';
import { randomHex } from '../calls/random-hex.ts';
import { portalStore } from '../store/portal-store.ts';
import { afterPaint } from './after-paint.ts';
import {
  type AlertMessage,
  type Explanation,
  type MessagesState,
  messagesChanged,
} from './messages-slice.ts';

interface MessageOptions {
  /** Stays on the page with contacts until the next success or navigation: for actions with no place of their own. */
  explanation?: Explanation | undefined;
}

interface ToastOptions extends MessageOptions {
  tone?: 'success' | 'warning' | 'error';
  /** Milliseconds; default 2 s, as the specification's warnings. */
  ms?: number;
}

const readMessages = (): MessagesState => portalStore.getState().messages;
const change = (messages: Partial<MessagesState>) => portalStore.dispatch(messagesChanged(messages));

/** Shows a toast at the top right: a message of the specification in English, or another word. */
export function toast(
  message: Word | string,
  { tone = 'warning', ms = 2000, explanation }: ToastOptions = {},
): void {
  const shown: Toast = { id: randomHex(8), message, tone };
  showExplanation(explanation);
  change({ toasts: [...readMessages().toasts, shown] });
  afterPaint(ms, () => change({ toasts: readMessages().toasts.filter(({ id }) => id !== shown.id) }));
}

/** Shows the popup; it closes after `ms`, or stays until it is closed. */
export function showAlert({
  ms,
  explanation,
  ...alert
}: AlertMessage & MessageOptions & { ms?: number }): void {
  showExplanation(explanation);
  change({ alert });
  if (ms !== undefined) {
    afterPaint(ms, () => {
      const isStillShown = readMessages().alert === alert;
      if (isStillShown) closeAlert();
    });
  }
}

export function closeAlert(): void {
  change({ alert: null });
}

function showExplanation(explanation: Explanation | undefined): void {
  if (explanation) change({ explanation });
}

export function clearExplanation(): void {
  if (readMessages().explanation) change({ explanation: null });
}
