import { applicationWithdrawn, closePayments, withdrawApplication } from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  handleCall,
  ok,
  retryOnConflict,
  type ServiceClient,
  toApplicant,
  type User,
  WriteConflict,
} from '@archaka/service-kit';
import type { Application } from '../../domain/application.ts';
import { deleteApplication } from '../delete-overdue-data/retained-data.ts';
import type { Dependencies } from '../dependencies.ts';
import { assertOwner } from '../load-applicant-state/load-applicant-state.ts';

/** Closes the payments: no checkout can begin. Undefined once closed, else why not. @throws DependencyUnavailable */
export async function findUnsettled(
  { services }: { readonly services: Pick<ServiceClient, 'call'> },
  applicationId: string,
): Promise<'paid' | 'pending' | 'late' | undefined> {
  const { data } = await services.call(closePayments, { application_id: applicationId });
  return data?.[0]?.state;
}

/** @throws WriteConflict when the application changed meanwhile. */
async function withdraw(deps: Dependencies, { id, state }: Application, user: User) {
  const { audit, db, events, repositories } = deps;
  if (state === 'paid') return businessError(420);
  const unsettled = await findUnsettled(deps, id);
  if (unsettled) return businessError(unsettled === 'paid' ? 420 : 421);
  await db.transaction(async () => {
    const isUnpaid = (found: Pick<Application, 'state'>) => found.state !== 'paid';
    if (!(await deleteApplication(deps, id, isUnpaid, { now: new Date() }))) throw new WriteConflict();
    await repositories.drafts.removeApplication(id);
    await audit.record({
      action: 'application.withdrawn',
      actor: toApplicant(user),
      subject: { applicationId: id },
    });
    await events.publish(applicationWithdrawn, { application_id: id });
  });
  return ok();
}

export function createWithdrawApplicationHandler(deps: Dependencies): CallHandler {
  return handleCall(withdrawApplication, {
    handle: ({ body: { application_id }, user }) =>
      retryOnConflict(
        () => deps.repositories.applications.find(application_id),
        (found) => withdraw(deps, assertOwner(found, user), user),
      ),
  });
}
