import { createQueueRepository, type Database, type QueueRepository } from '@archaka/service-kit';
import type { Order } from '../domain/ledger.ts';
import { orderTransitions } from '../domain/states.ts';
import { pipelineOptions } from './database-clock.ts';
import { createOrderCreation, type OrderCreation } from './order-creation.ts';
import { createOrderQueries, type OrderQueries } from './order-queries.ts';
import { POLL_LIMIT_MS } from './poll-limits.ts';
import {
  type CreatedOrder,
  isCreated,
  orderSchema,
  POLL_FIELDS,
  type StoredOrder,
  schedulePoll,
} from './stored-order.ts';

/** Of an order that no payment pays. */
const CLOSABLE_STATES = orderTransitions.flatMap(([from, to]) => (to === 'replaced' ? [from] : []));

export interface OrderRepository extends OrderQueries, OrderCreation {
  readonly pollRows: QueueRepository<StoredOrder>;
  /** Leaves each order of Razorpay without its account, so that a later payment is refunded; deletes the others. */
  readonly close: (applicationId: string) => Promise<void>;
  readonly remove: (applicationId: string) => Promise<void>;
  readonly lock: (orderId: string) => Promise<CreatedOrder | undefined>;
  readonly save: (order: Order) => Promise<void>;
  readonly markCheckoutStarted: (orderId: string) => Promise<void>;
  /** The next poll is due once the limit of polls has a free slot, or earlier. */
  readonly expeditePoll: (orderId: string) => Promise<void>;
}

export function createOrderRepository({ connection }: Database, firstPollMs: number): OrderRepository {
  const orders = connection.model<StoredOrder>('Order', orderSchema);
  return {
    pollRows: createQueueRepository<StoredOrder>({ model: orders, fields: POLL_FIELDS }),
    ...createOrderQueries(orders),
    ...createOrderCreation(orders, firstPollMs),

    async lock(orderId) {
      const order = await orders
        .findOneAndUpdate({ order_id: orderId }, { $inc: { revision: 1 } }, { returnDocument: 'after' })
        .lean();
      return isCreated(order) ? order : undefined;
    },

    async close(applicationId) {
      const own = { application_id: applicationId };
      await orders.deleteMany({ ...own, order_id: null });
      await orders.updateMany(
        { ...own, state: { $in: CLOSABLE_STATES } },
        { $set: { state: 'replaced' }, $unset: { user_id: 1 }, $inc: { revision: 1 } },
      );
      await orders.updateMany(own, { $unset: { user_id: 1 }, $inc: { revision: 1 } });
    },

    async remove(applicationId) {
      await orders.deleteMany({ application_id: applicationId });
    },

    async save({ order_id, state, payment_id }) {
      await orders.updateOne({ order_id }, { $set: { state, payment_id } });
    },

    async markCheckoutStarted(orderId) {
      const changes = { left_at: '$$NOW', ...schedulePoll(firstPollMs) };
      await orders.updateOne({ order_id: orderId }, [{ $set: changes }], pipelineOptions);
    },

    async expeditePoll(orderId) {
      const soon = schedulePoll(POLL_LIMIT_MS);
      const isLeased = { $ifNull: ['$look_lease', false] };
      // The due time of a leased row is the end of its lease.
      const scheduledAt = { $cond: [isLeased, null, '$next_look_at'] };
      const changes = { ...soon, next_look_at: { $min: [scheduledAt, soon.next_look_at] } };
      await orders.updateOne({ order_id: orderId }, [{ $set: changes }], pipelineOptions);
    },
  };
}
