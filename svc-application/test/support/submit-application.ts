import type { orderCreated, paymentFailed } from '@archaka/contracts';
import type * as z from 'zod';
import type { RunningApplication } from './service.ts';
import type { Form } from './user.ts';

/** An applicant with a submitted, unpaid application, and the events about it. */
export async function submitApplication(portal: RunningApplication, changes: Form = {}) {
  const user = await portal.createUser();
  const { body } = await user.submit(changes);
  const [listed] = await user.listApplications();
  const application_id = String(listed?.application_id);
  const order_id = String(body.orderId?.id);
  const ids = { application_id, order_id };
  return {
    user,
    ids,
    order: { ...ids, amount: 10000 } satisfies z.input<typeof orderCreated.data>,
    buildCaptured: (payment_id = 'pay_1') => ({
      ...ids,
      payment_id,
      amount: 10000,
      at: new Date().toISOString(),
    }),
    buildUnpaid: (at: Date, overrides: Partial<z.input<typeof paymentFailed.data>> = {}) => ({
      ...ids,
      payment_id: 'pay_0',
      why: 'BAD_REQUEST_ERROR',
      all_attempts_dead: true,
      at: at.toISOString(),
      ...overrides,
    }),
    /** The record as currently listed. */
    readRecord: async () => (await user.listApplications())[0],
    readStatus: async () => (await user.listApplications())[0]?.payment_status,
    /** Ends its hold as if 24 hours had passed. */
    expireHold: async () => {
      const expired = { $set: { freeAfter: new Date(Date.now() - 1000) } };
      await portal.database
        .collection('claims')
        .updateMany({ applicationId: application_id, freeAfter: { $ne: null } }, expired);
    },
    readClaimExpiries: async () => {
      const claims = portal.database.collection('claims').find({ applicationId: application_id });
      return (await claims.toArray()).map(({ freeAfter }) => freeAfter as Date | null);
    },
  };
}
