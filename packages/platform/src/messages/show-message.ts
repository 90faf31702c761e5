import type { Word } from '@archaka/web-kit';
import { nanoid } from '@reduxjs/toolkit';
import { portalStore } from '../store/portal-store.ts';
import { afterPaint } from './after-paint.ts';
import { type AlertMessage, type Explanation, messagesSlice } from './messages-slice.ts';

const { toastShown, toastRemoved, alertShown, alertClosed, explanationShown, explanationCleared } =
  messagesSlice.actions;

interface MessageOptions {
  /** Stays on the page, with whom to call, until the next success or step: for what has no place of its own. */
  explanation?: Explanation | undefined;
}

interface ToastOptions extends MessageOptions {
  tone?: 'success' | 'warning' | 'error';
  /** How long it stays; 2 s as the specification's warnings. */
  ms?: number;
}

/** Shows a short message at the top right: a message of the specification in its English, or another word. */
export function toast(
  message: Word | string,
  { tone = 'warning', ms = 2000, explanation }: ToastOptions = {},
): void {
  const id = nanoid();
  showExplanation(explanation);
  portalStore.dispatch(toastShown({ id, message, tone }));
  afterPaint(ms, () => portalStore.dispatch(toastRemoved(id)));
}

/** Shows the popup; with `ms` it goes by itself, else it stays until it is closed. */
export function showAlert({
  ms,
  explanation,
  ...alert
}: AlertMessage & MessageOptions & { ms?: number }): void {
  showExplanation(explanation);
  portalStore.dispatch(alertShown(alert));
  if (ms !== undefined) {
    afterPaint(ms, () => {
      const isStillShown = portalStore.getState().messages.alert === alert;
      if (isStillShown) portalStore.dispatch(alertClosed());
    });
  }
}

export const closeAlert = (): void => {
  portalStore.dispatch(alertClosed());
};

function showExplanation(explanation: Explanation | undefined): void {
  if (explanation) portalStore.dispatch(explanationShown(explanation));
}

export function clearExplanation(): void {
  if (portalStore.getState().messages.explanation) portalStore.dispatch(explanationCleared());
}
