import { type ApplicationForm, isEmpty, parseWholeNumber } from '@archaka/contracts';
import { conflict } from '@archaka/service-kit';
import type { ApplicantState } from './load-applicant-state.ts';

/** The version that getsaveformdata returns with the draft; 0 without one. */
const getCurrentVersion = ({ draft, draftVersion, application }: ApplicantState): number =>
  draft || application?.state === 'submitted' ? draftVersion : 0;

/** A form without a version counts as current. */
export const isCurrent = ({ draft_version }: ApplicationForm, applicantState: ApplicantState): boolean =>
  isEmpty(draft_version) || parseWholeNumber(draft_version) === getCurrentVersion(applicantState);

/** @throws HttpProblem 409 for a form that is based on another draft. */
export function assertCurrent(form: ApplicationForm, applicantState: ApplicantState): void {
  if (isCurrent(form, applicantState)) return;
  throw conflict('Your application was changed in another window or on another device meanwhile.');
}
