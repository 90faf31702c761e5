import { getPaymentAttempts, type PaymentAttempt } from '@archaka/contracts';
import { ok, serve } from '@archaka/service-kit';
import type { BookStore } from '../../store/books.ts';
import type { EvidenceStore } from '../../store/evidence.ts';
import type { OrderStore, PlacedOrder } from '../../store/orders.ts';
import { getOwnOrder } from '../own-order.ts';
import { timeline } from './timeline.ts';

export const attemptsOf =
  (books: BookStore, evidence: EvidenceStore) =>
  async (order: PlacedOrder): Promise<PaymentAttempt[]> =>
    timeline(await books.read(order), await evidence.of(order.order_id));
export type AttemptsOf = ReturnType<typeof attemptsOf>;

export const showAttemptsHandler = (orders: OrderStore, attempts: AttemptsOf) =>
  serve(getPaymentAttempts, async ({ body, user }) => {
    const order = await getOwnOrder(orders, body.order_id, user);
    return ok({ data: await attempts(order) });
  });
