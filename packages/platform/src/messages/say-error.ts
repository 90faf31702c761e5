import type { PortalError } from '../calls/portal-error.ts';
import { showAlert, toast } from './say.ts';

/** Says an error in the specification's words; a missing session has its own dialog already. */
export function sayError(error: PortalError): void {
  if (error.kind === 'signed-out') return;
  if (error.kind === 'invalid') toast(error.title);
  else if (error.kind === 'too-many') toast(...tryAgainAfter(error.retryAfter));
  else showAlert({ title: 'Oops...', text: 'Something went wrong!', ms: 1500 });
}

function tryAgainAfter(seconds: number): [string, { te: string; ms: number }] {
  const minutes = Math.ceil(seconds / 60);
  const [te, en] =
    seconds < 60 ? [`${seconds} సెకన్ల`, `${seconds} seconds`] : [`${minutes} నిమిషాల`, `${minutes} minutes`];
  return [
    `Too many tries. Please try again after ${en}`,
    { te: `చాలాసార్లు ప్రయత్నించారు. ${te} తర్వాత మళ్ళీ ప్రయత్నించండి`, ms: 4000 },
  ];
}
