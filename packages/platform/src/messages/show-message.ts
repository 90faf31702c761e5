import type { Toast, Word } from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { type PortalError, randomHex } from '../calls/portal-fetch.ts';
import { networkState } from '../network/network-state.tsx';
import { changeState, type Explanation, type PortalState, portalStore } from '../store/portal-store.ts';

/** Starts counting after the paint, so that a slow device shows the message for the whole time. */
export const afterPaint = (ms: number, callback: () => void): void => {
  requestAnimationFrame(() => setTimeout(callback, ms));
};

interface MessageOptions {
  /** Stays on the page with contacts until the next success or navigation: for actions with no place of their own. */
  explanation?: Explanation | undefined;
}

interface ToastOptions extends MessageOptions {
  tone?: 'success' | 'warning' | 'error';
  /** Milliseconds; default 2 s, as the specification's warnings. */
  ms?: number;
  detail?: Toast['detail'];
}

type Messages = PortalState['messages'];

const readMessages = () => portalStore.getState().messages;
const change = (messages: Partial<Messages>) => changeState('messages', messages);

/** Shows a toast at the top right: a message of the specification in English, or another word. */
export function toast(
  message: Word | string,
  { tone = 'warning', ms = 2000, detail, explanation }: ToastOptions = {},
): void {
  const shown: Toast = { id: randomHex(8), message, detail, tone };
  showExplanation(explanation);
  change({ toasts: [...readMessages().toasts, shown] });
  afterPaint(ms, () => change({ toasts: readMessages().toasts.filter(({ id }) => id !== shown.id) }));
}

/** Shows the popup; it closes after `ms`, or stays until it is closed. */
export function showAlert({
  ms,
  explanation,
  ...alert
}: NonNullable<Messages['alert']> & MessageOptions & { ms?: number }): void {
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

const notDone = msg`This could not be done`;
const tryLater = msg`The portal or the connection is not working at the moment. What you filled in is still here. Please try again in a few minutes.`;

const portalFull = msg`Very many people are using the portal now. What you filled in is still here. Load this page again to wait for your turn.`;

const noNetwork = msg`There is no network. What you filled in is still here. Please press again when the network is back.`;

interface SayErrorOptions {
  /** Whether the instruction stays on the page: for actions that have no place of their own to show it. */
  readonly explains?: boolean;
  /** Pressed again to retry. */
  readonly button?: HTMLButtonElement | undefined;
}

/** Uses the specification's words. A missing session and a conflict have their own dialogs. */
export function sayError(error: PortalError, { explains = false, button }: SayErrorOptions = {}): void {
  const explain = (text: Word) => (explains ? { title: notDone, text, button } : undefined);
  if (error.kind === 'signed-out' || error.kind === 'conflict') return;
  if (error.kind === 'invalid' || error.kind === 'closed') {
    toast(error.title);
  } else if (error.kind === 'too-many') {
    const text = tryAgainAfter(error.retryAfter);
    toast(text, { ms: 4000, explanation: explain(text) });
  } else {
    const explanation =
      error.kind === 'portal-full'
        ? { title: notDone, text: portalFull, button }
        : explain(networkState.isOffline() ? noNetwork : tryLater);
    showAlert({ title: 'Oops...', text: 'Something went wrong!', ms: 1500, explanation });
  }
}

export function tryAgainAfter(seconds: number): Word {
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60
    ? msg`Too many tries. Please try again after ${seconds} seconds`
    : msg`Too many tries. Please try again after ${minutes} minutes`;
}
