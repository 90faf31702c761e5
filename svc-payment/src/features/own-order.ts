import { createCounter, forbidden, notFound, type User } from '@archaka/service-kit';
import type { CreatedOrder } from '../persistence/order-repository.ts';
import type { Parts } from './parts.ts';

const rejectedCalls = createCounter<{ reason: 'unknown-order' | 'not-theirs' }>({
  name: 'payment_calls_refused_total',
  description: 'Calls about orders that do not exist or belong to another applicant',
});

/** @throws 404 for an unknown order, 403 for another applicant's */
export async function getOwnOrder(
  { orders }: Pick<Parts, 'orders'>,
  orderId: string,
  user: User,
): Promise<CreatedOrder> {
  const order = await orders.find(orderId);
  if (!order) {
    rejectedCalls.add({ reason: 'unknown-order' });
    throw notFound();
  }
  if (order.user_id !== user.id) {
    rejectedCalls.add({ reason: 'not-theirs' });
    throw forbidden();
  }
  return order;
}
