import type { GrievanceSubject, GrievanceSummary } from '@archaka/contracts/calls';
import { dateText, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export const subjectLabels: Readonly<Record<GrievanceSubject, Word>> = {
  payment: msg`Payment`,
  ticket: words.hallTicket,
  correction: msg`Correction`,
  'sign-in': words.signIn,
  other: msg`Other`,
};

export const subjectLabel: Word = msg`Subject`;
export const openedLabel: Word = msg`Opened`;
const open: Word = msg`Open`;
const closed: Word = msg`Closed`;
const callBack = (day: string): Word => msg`Call back on ${day}`;

export function describeGrievance({ state, on }: Pick<GrievanceSummary, 'state' | 'on'>): Word {
  if (state === 'call-back') return callBack(dateText(on ?? ''));
  return state === 'closed' ? closed : open;
}
