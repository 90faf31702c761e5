import type { Database, Events, Log } from '@archaka/service-kit';
import { type OrderState, orderEdges } from '../../domain/order-states.ts';
import { within } from '../../razorpay/asking.ts';
import { mayBeDone } from '../../razorpay/failures.ts';
import type { Provider } from '../../razorpay/provider.ts';
import type { OrderStore, PlacedOrder, StoredOrder } from '../../store/orders.ts';

interface Parts {
  readonly db: Database;
  readonly orders: OrderStore;
  readonly provider: Provider;
  readonly events: Events;
  readonly log: Log;
}

/** With the time of one request this stays below the lease, so that no second caller makes an order beside us. */
const FIND_WITHIN_MS = 1_200;

/** Gets the order of a leased row from Razorpay and keeps its id, with the event about it. */
export function placeOrder({ db, orders, provider, events, log }: Parts) {
  const [, placed, orderCreated] = orderEdges[0];

  async function keep(wanted: StoredOrder, orderId: string): Promise<PlacedOrder> {
    const order = await db.transaction(async () => {
      const kept = await orders.place(wanted._id, orderId, placed satisfies OrderState);
      if (!kept) return undefined;
      const { application_id, order_id, amount, round } = kept;
      await events.publish(orderCreated, { application_id, order_id, amount, round });
      return kept;
    });
    return order ?? (await keptByAnother(wanted, orderId));
  }

  async function keptByAnother({ application_id }: StoredOrder, orderId: string): Promise<PlacedOrder> {
    const order = await orders.findByApplication(application_id);
    if (typeof order?.order_id !== 'string') throw new Error('the order is gone from the books');
    if (order.order_id !== orderId) log.warn({ orderId }, 'an order at the provider stays unused');
    return { ...order, order_id: order.order_id };
  }

  /** What an earlier try made, when its answer got lost. */
  const findMade = ({ _id: receipt, amount }: StoredOrder) =>
    within(FIND_WITHIN_MS, () => provider.findOrder({ receipt, amount }));

  return {
    /** Finds or makes the order. Whoever holds the row's lease may call this. */
    async place(wanted: StoredOrder): Promise<PlacedOrder> {
      try {
        const found = wanted.tries > 1 ? await findMade(wanted) : undefined;
        const order = found ?? (await provider.createOrder({ receipt: wanted._id, amount: wanted.amount }));
        return await keep(wanted, order.id);
      } catch (error) {
        // A request without an answer may still be at work: the lease keeps others out until it is not.
        if (!mayBeDone(error)) await orders.release(wanted._id);
        throw error;
      }
    },

    /** Keeps the order that an earlier try made, if there is one; makes none. */
    async findLost(wanted: StoredOrder): Promise<void> {
      const found = await findMade(wanted);
      if (found) await keep(wanted, found.id);
    },
  };
}
export type PlaceOrder = ReturnType<typeof placeOrder>['place'];
