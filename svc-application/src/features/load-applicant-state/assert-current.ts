import { type ApplicationForm, isEmpty, parseWholeNumber } from '@archaka/contracts';
import { conflict } from '@archaka/service-kit';
import type { ApplicantState } from './load-applicant-state.ts';

/** The version that getsaveformdata gives with what it gives as the draft; 0 when it gives none. */
const getCurrentVersion = ({ draft, draftVersion, application }: ApplicantState): number =>
  draft || application?.state === 'submitted' ? draftVersion : 0;

/** Whether a form was begun from the present draft; one that does not say is taken to be. */
export const isCurrent = ({ draft_version }: ApplicationForm, applicantState: ApplicantState): boolean =>
  isEmpty(draft_version) || parseWholeNumber(draft_version) === getCurrentVersion(applicantState);

/** @throws HttpProblem 409 for a form begun from another draft than the present one. */
export function assertCurrent(form: ApplicationForm, applicantState: ApplicantState): void {
  if (isCurrent(form, applicantState)) return;
  throw conflict('Your application was changed in another window or on another device meanwhile.');
}
