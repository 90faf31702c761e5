import { forbidden, notFound, type User } from '@archaka/service-kit';
import type { OrderStore, PlacedOrder } from '../store/orders.ts';

/** @throws 404 for an order there is not, 403 for another applicant's. */
export async function getOwnOrder(orders: OrderStore, orderId: string, user: User): Promise<PlacedOrder> {
  const order = await orders.find(orderId);
  if (!order) throw notFound();
  if (order.user_id !== user.id) throw forbidden();
  return order;
}
