import { counter, forbidden, notFound, type User } from '@archaka/service-kit';
import type { OrderStore, PlacedOrder } from '../store/orders.ts';

const refused = counter<{ reason: 'unknown-order' | 'not-theirs' }>({
  name: 'payment_calls_refused_total',
  description: 'Calls of applicants about orders that are not there or not theirs',
});

/** @throws 404 for an order there is not, 403 for another applicant's. */
export async function getOwnOrder(orders: OrderStore, orderId: string, user: User): Promise<PlacedOrder> {
  const order = await orders.find(orderId);
  if (!order) {
    refused.add({ reason: 'unknown-order' });
    throw notFound();
  }
  if (order.user_id !== user.id) {
    refused.add({ reason: 'not-theirs' });
    throw forbidden();
  }
  return order;
}
