import { getApplication } from '@archaka/contracts';
import { type CallHandler, handleCall, ok, toApplicant } from '@archaka/service-kit';
import { toFilledForm } from '../../domain/form.ts';
import { toRupees } from '../../domain/payments.ts';
import { assertIdentity, assertOwner } from '../assert-identity/assert-identity.ts';
import type { Dependencies } from '../dependencies.ts';

export function createGetApplicationHandler({ audit, repositories, examination }: Dependencies): CallHandler {
  return handleCall(getApplication, {
    handle: async ({ body, user }) => {
      assertIdentity(body, user);
      const application = assertOwner(
        await repositories.applications.findUnmasked(body.application_id),
        user,
      );
      const { id, userId, number, unmasked } = application;
      await audit.record({
        action: 'application.read',
        actor: toApplicant(user),
        subject: { applicationId: id },
      });
      const source = {
        applicationId: id,
        userId,
        number,
        content: unmasked,
        saveId: 2,
        amount: toRupees(examination),
      } as const;
      return ok({ data: [toFilledForm(source, new Date())] });
    },
  });
}
