import { getPaymentAttempts, type PaymentAttempt } from '@archaka/contracts';
import { ok, serve } from '@archaka/service-kit';
import type { AttemptStore } from '../../store/attempts.ts';
import type { EvidenceStore } from '../../store/evidence.ts';
import type { OrderStore, PlacedOrder } from '../../store/orders.ts';
import { getOwnOrder } from '../own-order.ts';
import { shown } from './shown.ts';
import { timeline } from './timeline.ts';

/** All attempts to pay an order's application, on the orders before it too. */
export const attemptsOf =
  (attempts: AttemptStore, evidence: EvidenceStore) =>
  async ({ application_id, order_id }: PlacedOrder): Promise<PaymentAttempt[]> => {
    const all = await attempts.ofApplications([application_id]);
    const orderIds = new Set([order_id, ...all.map((attempt) => attempt.order_id)]);
    return timeline(all, await evidence.of([...orderIds]));
  };
export type AttemptsOf = ReturnType<typeof attemptsOf>;

export const showAttemptsHandler = (orders: OrderStore, attempts: AttemptsOf) =>
  serve(getPaymentAttempts, async ({ body, user }) => {
    const order = await getOwnOrder(orders, body.order_id, user);
    return ok({ data: shown(await attempts(order), body) });
  });
