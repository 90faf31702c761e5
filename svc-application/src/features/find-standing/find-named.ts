import { type ApplicationForm, isEmpty, textOf } from '@archaka/contracts';
import { forbidden, notFound, type User } from '@archaka/service-kit';
import type { Application } from '../../domain/application.ts';
import type { Stores } from '../../store/stores.ts';
import type { Standing } from './find-standing.ts';

const NOTHING_SAVED = '2';

/** The application id that a form names; nothing when none was saved before. */
export const namedIn = ({ application_id }: ApplicationForm): string | undefined =>
  isEmpty(application_id) || textOf(application_id) === NOTHING_SAVED ? undefined : textOf(application_id);

/**
 * The submitted application that a form names; nothing when it names none or the user's draft.
 * @throws Refusal 403 when it is another's, 404 when there is none.
 */
export async function findNamed(
  named: string | undefined,
  { user, standing, stores }: { user: User; standing: Standing; stores: Stores },
): Promise<Application | undefined> {
  if (named === undefined) return undefined;
  if (standing.application?.id === named) return standing.application;
  if (standing.draft?.applicationId === named) return undefined;
  const found = await stores.applications.find(named);
  if (found?.userId === user.id) return found;
  throw found || (await stores.drafts.exists(named)) ? forbidden() : notFound();
}
