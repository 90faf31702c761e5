import { applicationSubmitted } from '@archaka/contracts';
import {
  createErasureCheck,
  type Database,
  type EventHandler,
  handleEvent,
  type Tombstones,
} from '@archaka/service-kit';
import type { OrderRepository } from '../persistence/order-repository.ts';

interface SubmissionDependencies {
  readonly db: Database;
  readonly orders: Pick<OrderRepository, 'createIfMissing'>;
  readonly tombstones: Tombstones;
  /** Paise. */
  readonly fee: number;
}

/** Creates no order at Razorpay: an order exists only once an applicant is about to pay. */
export function onApplicationSubmitted({
  db,
  orders,
  tombstones,
  fee,
}: SubmissionDependencies): EventHandler {
  const assertNotErased = createErasureCheck(db);
  return handleEvent(applicationSubmitted, async ({ application_id, user_id }) => {
    await assertNotErased(user_id);
    await tombstones.assertNone([application_id]);
    await orders.createIfMissing({ application_id, user_id, amount: fee });
  });
}
