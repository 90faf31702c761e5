import type { Database, EventPublisher, Log } from '@archaka/service-kit';
import { type OrderState, orderTransitions } from '../../domain/states.ts';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import type { CreatedOrder, StoredOrder } from '../../persistence/stored-order.ts';
import { isOutcomeUnknown } from '../../razorpay/failures.ts';
import type { Provider } from '../../razorpay/provider.ts';
import { withTimeout } from '../../razorpay/request-policy.ts';

interface ProviderOrderDependencies {
  readonly db: Database;
  readonly orders: OrderRepository;
  readonly provider: Provider;
  readonly events: EventPublisher;
  readonly log: Log;
}

export interface ProviderOrders {
  /** Only the holder of the row's lease may call this. */
  readonly createProviderOrder: (pending: StoredOrder) => Promise<CreatedOrder>;
  /** Stores an order that an earlier try created; creates none. */
  readonly recoverOrder: (pending: StoredOrder) => Promise<void>;
}

/** With the time of one request this stays below the lease, so that no second caller creates an order meanwhile. */
const FIND_TIMEOUT_MS = 1_200;

export function createProviderOrders({
  db,
  orders,
  provider,
  events,
  log,
}: ProviderOrderDependencies): ProviderOrders {
  const [, createdState, orderCreated] = orderTransitions[0];

  async function storeOrder(pending: StoredOrder, orderId: string): Promise<CreatedOrder> {
    const order = await db.transaction(async () => {
      const stored = await orders.markCreated(pending._id, orderId, createdState satisfies OrderState);
      if (!stored) return undefined;
      const { application_id, order_id, amount, round } = stored;
      await events.publish(orderCreated, { application_id, order_id, amount, round });
      return stored;
    });
    return order ?? (await getConcurrentOrder(pending, orderId));
  }

  async function getConcurrentOrder({ application_id }: StoredOrder, orderId: string): Promise<CreatedOrder> {
    const order = await orders.findByApplication(application_id);
    if (typeof order?.order_id !== 'string') throw new Error('the order is no longer in the database');
    if (order.order_id !== orderId)
      log.warn({ orderId }, 'an order at Razorpay stays unused: another was created at the same time');
    return { ...order, order_id: order.order_id };
  }

  const findExisting = ({ _id: receipt, amount }: StoredOrder) =>
    withTimeout(FIND_TIMEOUT_MS, () => provider.findOrder({ receipt, amount }));

  return {
    async createProviderOrder(pending) {
      try {
        const found = pending.tries > 1 ? await findExisting(pending) : undefined;
        const order = found ?? (await provider.createOrder({ receipt: pending._id, amount: pending.amount }));
        return await storeOrder(pending, order.id);
      } catch (error) {
        // A request without a response may still take effect; the lease excludes other callers for that time.
        if (!isOutcomeUnknown(error)) await orders.release(pending._id);
        throw error;
      }
    },

    async recoverOrder(pending) {
      const found = await findExisting(pending);
      if (found) await storeOrder(pending, found.id);
    },
  };
}
