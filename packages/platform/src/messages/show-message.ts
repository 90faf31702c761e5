import type { Word } from '@archaka/web-kit';
import { nanoid } from '@reduxjs/toolkit';
import { portalStore } from '../store/portal-store.ts';
import { afterPaint } from './after-paint.ts';
import { type AlertMessage, messagesSlice } from './messages-slice.ts';

const { toastShown, toastRemoved, alertShown, alertClosed } = messagesSlice.actions;

interface ToastOptions {
  tone?: 'success' | 'warning' | 'error';
  /** Default 2,000, as the specification's warnings. */
  ms?: number;
}

/** Text is a specification message in English. */
export function toast(message: Word | string, { tone = 'warning', ms = 2000 }: ToastOptions = {}): void {
  const id = nanoid();
  portalStore.dispatch(toastShown({ id, message, tone }));
  afterPaint(ms, () => portalStore.dispatch(toastRemoved(id)));
}

export function showAlert({ ms, ...alert }: AlertMessage & { ms?: number }): void {
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
