import type { Model } from 'mongoose';
import { ageSeconds, isDue } from './database-clock.ts';
import { type CreatedOrder, isCreated, type StoredOrder } from './stored-order.ts';

/** Counted up to 10,000, by the database's clock. */
export interface UnreconciledOrders {
  readonly payment_unreconciled_orders: number;
  /** 0 when none is overdue. */
  readonly payment_unreconciled_oldest_seconds: number;
  /** Orders whose poll fails although Razorpay answers. */
  readonly payment_unreconciled_parked: number;
}

const MAX_COUNT = 10_000;

export interface ApplicationRange {
  /** Application IDs. */
  readonly after: string;
  readonly before: string;
  /** Whether the order still names its account. */
  readonly hasUser: boolean;
  readonly limit: number;
}

export interface OrderQueries {
  /** All rounds of these applications. */
  readonly findAllByApplications: (applicationIds: readonly string[]) => Promise<StoredOrder[]>;
  readonly findByUser: (userId: string) => Promise<StoredOrder[]>;
  /** In the order of the application IDs; an application may occur twice. */
  readonly listApplicationIds: (request: ApplicationRange) => Promise<string[]>;
  /** Returns the application's latest order. */
  readonly findByApplication: (applicationId: string) => Promise<StoredOrder | undefined>;
  readonly find: (orderId: string) => Promise<CreatedOrder | undefined>;
  readonly findByIds: (orderIds: readonly string[]) => Promise<CreatedOrder[]>;
  readonly readUnreconciled: () => Promise<UnreconciledOrders>;
}

export const createOrderQueries = (orders: Model<StoredOrder>): OrderQueries => ({
  async findByApplication(applicationId) {
    const [order] = await orders.find({ application_id: applicationId }).sort({ round: -1 }).limit(1).lean();
    return order;
  },

  async find(orderId) {
    const order = await orders.findOne({ order_id: orderId }).lean();
    return isCreated(order) ? order : undefined;
  },

  findAllByApplications: (applicationIds) => orders.find({ application_id: { $in: applicationIds } }).lean(),

  findByUser: (userId) => orders.find({ user_id: userId }).lean(),

  async listApplicationIds({ after, before, hasUser, limit }) {
    const filter = { application_id: { $gt: after, $lt: before }, user_id: hasUser ? { $gt: '' } : null };
    const found = await orders
      .find(filter, 'application_id')
      .sort({ application_id: 1, round: 1 })
      .limit(limit)
      .lean();
    return found.map(({ application_id }) => application_id);
  },

  async findByIds(orderIds) {
    const found: StoredOrder[] = await orders.find({ order_id: { $in: orderIds } }).lean();
    return found.filter(isCreated);
  },

  async readUnreconciled() {
    const parked = { next_look_at: { $type: 'date' }, look_parked_at: { $type: 'date' } } as const;
    const [payment_unreconciled_orders, payment_unreconciled_parked, [oldest]] = await Promise.all([
      orders.countDocuments(isDue('next_look_at'), { limit: MAX_COUNT }),
      orders.countDocuments(parked, { limit: MAX_COUNT }),
      orders.aggregate<{ seconds: number }>([
        { $match: isDue('next_look_at') },
        { $sort: { next_look_at: 1 } },
        { $limit: 1 },
        { $project: { seconds: ageSeconds('$next_look_at') } },
      ]),
    ]);
    return {
      payment_unreconciled_orders,
      payment_unreconciled_oldest_seconds: oldest?.seconds ?? 0,
      payment_unreconciled_parked,
    };
  },
});
