import { type ApplicationForm, isEmpty, toText } from '@archaka/contracts';
import { forbidden, notFound, type User } from '@archaka/service-kit';
import type { Application } from '../../domain/application.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { ApplicantState } from './load-applicant-state.ts';

const NOTHING_SAVED = '2';

export const getTargetId = ({ application_id }: ApplicationForm): string | undefined =>
  isEmpty(application_id) || toText(application_id) === NOTHING_SAVED ? undefined : toText(application_id);

/** Undefined for none or the user's draft. @throws HttpProblem 403 for another user's, 404 when unknown. */
export async function findTargetApplication(
  targetId: string | undefined,
  {
    user,
    applicantState,
    repositories,
  }: { user: User; applicantState: ApplicantState; repositories: Repositories },
): Promise<Application | undefined> {
  if (targetId === undefined) return undefined;
  if (applicantState.application?.id === targetId) return applicantState.application;
  if (applicantState.draft?.applicationId === targetId) return undefined;
  const found = await repositories.applications.find(targetId);
  if (found?.userId === user.id) return found;
  throw found || (await repositories.drafts.exists(targetId)) ? forbidden() : notFound();
}
