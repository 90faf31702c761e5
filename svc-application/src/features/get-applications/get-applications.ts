import { getApplications } from '@archaka/contracts';
import { type CallHandler, handleCall, ok } from '@archaka/service-kit';
import { toApplicationRecord } from '../../domain/application-record.ts';
import { toRupees } from '../../domain/payments.ts';
import { assertIdentity } from '../assert-identity/assert-identity.ts';
import type { Dependencies } from '../dependencies.ts';

export function createGetApplicationsHandler({ repositories, examination }: Dependencies): CallHandler {
  return handleCall(getApplications, {
    handle: async ({ body, user }) => {
      assertIdentity(body, user);
      const context = { amount: toRupees(examination), now: new Date() };
      const applications = await repositories.applications.listWithOrder(user.id);
      return ok({ data: applications.map((application) => toApplicationRecord(application, context)) });
    },
  });
}
