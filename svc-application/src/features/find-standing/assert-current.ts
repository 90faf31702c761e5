import { type ApplicationForm, isEmpty, wholeNumber } from '@archaka/contracts';
import { conflict } from '@archaka/service-kit';
import type { Standing } from './find-standing.ts';

/** The version that getsaveformdata gives with what it gives as the draft; 0 when it gives none. */
const presentVersion = ({ draft, draftVersion, application }: Standing): number =>
  draft || application?.state === 'submitted' ? draftVersion : 0;

/** Whether a form was begun from the present draft; one that does not say is taken to be. */
export const isCurrent = ({ draft_version }: ApplicationForm, standing: Standing): boolean =>
  isEmpty(draft_version) || wholeNumber(draft_version) === presentVersion(standing);

/** @throws Refusal 409 for a form begun from another draft than the present one. */
export function assertCurrent(form: ApplicationForm, standing: Standing): void {
  if (isCurrent(form, standing)) return;
  throw conflict('Your application was changed in another window or on another device meanwhile.');
}
