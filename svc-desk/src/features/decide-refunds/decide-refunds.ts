import {
  decidePendingRefund,
  decideRefund,
  getRefundsToDecide,
  listPendingRefunds,
} from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, ok } from '@archaka/service-kit';
import type { Dependencies } from '../dependencies.ts';
import { assertNotOwnNumber } from '../read-case/read-case.ts';
import { assertUnlimited, toActor } from '../sign-in/sign-in.ts';

/** svc-payment holds the payments, and judges whether a second person is needed and is another one. */
export const createRefundHandlers = (deps: Dependencies): CallHandler[] => {
  const { services, cases, staff, audit } = deps;
  return [
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
        const { data: waiting = [] } = await services.call(listPendingRefunds, {});
        const pending = waiting.find((each) => each.payment_id === payment_id);
        if (!pending) return businessError(420);
        // A payment may be left of an application that is deleted.
        const row = await cases.find(pending.application_id);
        if (row) assertNotOwnNumber(row, member);
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
};
