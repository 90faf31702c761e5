import type { Word } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import type { PortalError } from '../calls/portal-error.ts';
import { showAlert, toast } from './show-message.ts';

/** Uses the specification's words. A missing session and a conflict have their own dialogs. */
export function sayError(error: PortalError): void {
  if (error.kind === 'signed-out' || error.kind === 'conflict') return;
  if (error.kind === 'invalid' || error.kind === 'closed') toast(error.title);
  else if (error.kind === 'too-many') toast(tryAgainAfter(error.retryAfter), { ms: 4000 });
  else showAlert({ title: 'Oops...', text: 'Something went wrong!', ms: 1500 });
}

export function tryAgainAfter(seconds: number): Word {
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60
    ? msg`Too many tries. Please try again after ${seconds} seconds`
    : msg`Too many tries. Please try again after ${minutes} minutes`;
}
