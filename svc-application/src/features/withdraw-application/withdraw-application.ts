import { applicationWithdrawn, withdrawApplication } from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, ok, toApplicant } from '@archaka/service-kit';
import { assertOwner } from '../assert-identity/assert-identity.ts';
import { deleteApplication } from '../delete-overdue-data/delete-application.ts';
import type { Dependencies } from '../dependencies.ts';
import { findUnsettled } from './find-unsettled.ts';

export function createWithdrawApplicationHandler(deps: Dependencies): CallHandler {
  const { audit, db, events, repositories } = deps;
  return handleCall(withdrawApplication, {
    handle: async ({ body: { application_id }, user }) => {
      const application = assertOwner(await repositories.applications.find(application_id), user);
      if (application.state === 'paid') return businessError(420);
      const unsettled = await findUnsettled(deps, application_id);
      if (unsettled) return businessError(unsettled === 'paid' ? 420 : 421);
      const isWithdrawn = await db.transaction(async () => {
        const isUnpaid = ({ state }: { state: string }) => state !== 'paid';
        if (!(await deleteApplication(deps, application_id, isUnpaid, { now: new Date() }))) return false;
        await repositories.drafts.removeApplication(application_id);
        await audit.record({
          action: 'application.withdrawn',
          actor: toApplicant(user),
          subject: { applicationId: application_id },
        });
        await events.publish(applicationWithdrawn, { application_id });
        return true;
      });
      return isWithdrawn ? ok() : businessError(421);
    },
  });
}
