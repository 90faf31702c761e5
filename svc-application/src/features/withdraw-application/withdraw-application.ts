import { applicationWithdrawn, withdrawApplication } from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  handleCall,
  ok,
  retryOnConflict,
  toApplicant,
  type User,
  WriteConflict,
} from '@archaka/service-kit';
import type { Application } from '../../domain/application.ts';
import { assertOwner } from '../assert-identity/assert-identity.ts';
import { deleteApplication } from '../delete-overdue-data/delete-application.ts';
import type { Dependencies } from '../dependencies.ts';
import { findUnsettled } from './find-unsettled.ts';

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
