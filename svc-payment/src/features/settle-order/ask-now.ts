import type { Ledger } from '../../domain/ledger.ts';
import type { PlacedOrder } from '../../store/orders.ts';
import type { Looks } from './look-at-order.ts';
import type { SettleOrder } from './settle-order.ts';

/** Asks Razorpay about an order at once and repairs what is not as it says. Throws PartDown when it does not answer. */
export const askNow =
  (looks: Looks, settle: SettleOrder) =>
  async (order: PlacedOrder): Promise<Ledger | undefined> =>
    settle({ order_id: order.order_id, look: await looks.atOrder(order), source: 'poll' });
export type AskNow = ReturnType<typeof askNow>;
