import { getPaymentStatus } from '@archaka/contracts';
import { type CallHandler, handleCall, ok } from '@archaka/service-kit';
import { toApplicationRecord } from '../../domain/application-record.ts';
import { toRupees } from '../../domain/payments.ts';
import { assertIdentity, assertOwner } from '../assert-identity/assert-identity.ts';
import type { Dependencies } from '../dependencies.ts';

export function createGetPaymentStatusHandler({ repositories, examination }: Dependencies): CallHandler {
  return handleCall(getPaymentStatus, {
    handle: async ({ body, user }) => {
      assertIdentity(body, user);
      const application = assertOwner(await repositories.applications.findByOrder(body.order_id), user);
      return ok({
        data: [toApplicationRecord(application, { amount: toRupees(examination), now: new Date() })],
      });
    },
  });
}
