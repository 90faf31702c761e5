import type { Word } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import type { PortalError } from '../calls/portal-error.ts';
import { networkState } from '../network/network-state.ts';
import { showAlert, toast } from './show-message.ts';

const notDone = msg`This could not be done`;
const tryLater = msg`The portal or the connection is not working at the moment. What you filled in is still here. Please try again in a few minutes.`;

const portalFull = msg`Very many people are using the portal now. What you filled in is still here. Load this page again to wait for your turn.`;

const noNetwork = msg`There is no network. What you filled in is still here. Please press again when the network is back.`;

interface SayErrorOptions {
  /** Whether the instruction stays on the page: for actions that have no place of their own to show it. */
  readonly explains?: boolean;
}

/** Uses the specification's words. A missing session and a conflict have their own dialogs. */
export function sayError(error: PortalError, { explains = false }: SayErrorOptions = {}): void {
  const explain = (text: Word) => (explains ? { title: notDone, text } : undefined);
  if (error.kind === 'signed-out' || error.kind === 'conflict') return;
  if (error.kind === 'invalid' || error.kind === 'closed') {
    toast(error.title);
  } else if (error.kind === 'too-many') {
    const text = tryAgainAfter(error.retryAfter);
    toast(text, { ms: 4000, explanation: explain(text) });
  } else {
    const explanation =
      error.kind === 'portal-full'
        ? { title: notDone, text: portalFull }
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
