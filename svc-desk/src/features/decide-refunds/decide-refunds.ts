import {
  decidePendingRefund,
  decideRefund,
  getRefundsToDecide,
  listPendingRefunds,
  type StaffMember,
} from '@archaka/contracts';
import { businessError, type CallHandler, forbidden, handleCall, ok } from '@archaka/service-kit';
import type { Dependencies } from '../dependencies.ts';
import { toActor } from '../sign-in/sign-in.ts';

/** A payment's district is not known to svc-payment. @throws HttpProblem 403 */
export function assertUnlimited({ districts }: StaffMember): void {
  if (districts) throw forbidden('Payments are of all districts together.');
}

/** svc-payment holds the payments, and judges whether a second person is needed and is another one. */
export const createRefundHandlers = ({ services, staff, audit }: Dependencies): CallHandler[] => [
  handleCall(getRefundsToDecide, {
    handle: async ({ staff: member }) => {
      assertUnlimited(member);
      const { data = [] } = await services.call(listPendingRefunds, {});
      const nameOf = await staff.findNames(data.flatMap(({ approved_by }) => approved_by ?? []));
      return ok({
        data: data.map(({ approved_by, ...pending }) => ({
          ...pending,
          ...(approved_by && { approved_by: nameOf(approved_by) }),
          is_own_approval: approved_by === member.id,
        })),
      });
    },
  }),
  handleCall(decideRefund, {
    handle: async ({ body: { payment_id, outcome, reason }, staff: member }) => {
      assertUnlimited(member);
      const decision = { payment_id, outcome, staff_id: member.id, why: reason };
      const { status, data = [] } = await services.call(decidePendingRefund, decision);
      if (status === 420 || status === 421) return businessError(status);
      await audit.record({
        action: 'refund.decided',
        actor: toActor(member.id),
        detail: { payment_id, outcome },
        why: reason,
      });
      return ok({ data });
    },
  }),
];
