import {
  createQueueRepository,
  type Database,
  type QueueRepository,
  toDueNowFields,
} from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import { CURRENCY, type Order } from '../domain/ledger.ts';
import type { OrderState } from '../domain/states.ts';
import { addToNow, ageSeconds, isDue, pipelineOptions } from './database-clock.ts';
import { POLL_LIMIT_MS } from './poll-limits.ts';

/** `_id` is the receipt, our key at Razorpay. */
export interface StoredOrder {
  readonly _id: string;
  /** Counts the orders of the application, from 1; only the last is payable. */
  readonly round: number;
  readonly application_id: string;
  /** Absent once the application is deleted. */
  readonly user_id?: string;
  readonly state: OrderState;
  /** Razorpay's id; null until created there. */
  readonly order_id: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly payment_id: string | null;
  readonly tries: number;
  readonly lease_until: Date;
  readonly placed_at: Date | null;
  readonly left_at: Date | null;
  readonly next_look_at: Date | null;
  readonly look_failures?: number;
  readonly look_lease?: string | null;
  readonly look_parked_at?: Date | null;
  /** Every change writes it, so that concurrent transactions conflict. */
  readonly revision: number;
}
export type CreatedOrder = StoredOrder & Pick<Order, 'order_id'>;

const POLL_FIELDS = {
  dueAt: 'next_look_at',
  attempts: 'look_failures',
  lease: 'look_lease',
  parkedAt: 'look_parked_at',
};
const isOnQueue = { partialFilterExpression: { next_look_at: { $type: 'date' } } };
/** Resets the lease too, so that a poll in flight does not overwrite the schedule. */
const schedulePoll = (ms: number) => ({ ...toDueNowFields(POLL_FIELDS), next_look_at: addToNow(ms) });

const text = { type: String, required: true };
const number = { type: Number, required: true };
const nullable = <Type>(type: Type) => ({ type, default: null });
const orderSchema = new Schema<StoredOrder>(
  {
    _id: text,
    round: { type: Number, default: 1 },
    application_id: text,
    user_id: String,
    state: text,
    order_id: nullable(String),
    amount: number,
    currency: text,
    payment_id: nullable(String),
    tries: { type: Number, default: 0 },
    lease_until: { type: Date, default: new Date(0) },
    placed_at: nullable(Date),
    left_at: nullable(Date),
    next_look_at: nullable(Date),
    look_failures: Number,
    look_lease: String,
    look_parked_at: Date,
    revision: { type: Number, default: 0 },
  },
  { versionKey: false },
)
  .index({ order_id: 1 }, { unique: true, partialFilterExpression: { order_id: { $gt: '' } } })
  .index({ application_id: 1, round: 1 }, { unique: true })
  .index({ user_id: 1 }, { partialFilterExpression: { user_id: { $gt: '' } } })
  .index({ next_look_at: 1 }, isOnQueue)
  .index({ look_parked_at: 1 }, isOnQueue);

/** Counted up to 10,000, by the database's clock. */
export interface UnreconciledOrders {
  readonly payment_unreconciled_orders: number;
  /** 0 when none is overdue. */
  readonly payment_unreconciled_oldest_seconds: number;
  /** Orders whose poll fails although Razorpay answers. */
  readonly payment_unreconciled_parked: number;
}

const MAX_COUNT = 10_000;

/** Longer than any request of the holder to Razorpay takes. */
const LEASE_MS = 5_500;
/** Delay before searching for an order whose creation got no response. */
const LOST_RESPONSE_MS = 15_000;

const FIRST_ROUND = 1;

const toReceipt = (applicationId: string, round: number): string =>
  round === FIRST_ROUND ? applicationId : `${applicationId}-${round}`;

export const isCreated = (order: StoredOrder | null | undefined): order is CreatedOrder =>
  typeof order?.order_id === 'string';

export interface ApplicationRange {
  /** Application IDs. */
  readonly after: string;
  readonly before: string;
  /** Whether the order still names its account. */
  readonly hasUser: boolean;
  readonly limit: number;
}

interface WantedOrder extends Pick<StoredOrder, 'application_id' | 'amount'> {
  readonly user_id: string | undefined;
}

export interface OrderRepository {
  readonly pollRows: QueueRepository<StoredOrder>;
  /** Idempotent. */
  readonly createIfMissing: (order: WantedOrder & { round?: number }) => Promise<void>;
  /** Creates the first round's order, leased to the caller; undefined when the order is stored already. */
  readonly createLeased: (order: WantedOrder) => Promise<StoredOrder | undefined>;
  /** All rounds of these applications. */
  readonly findAllByApplications: (applicationIds: readonly string[]) => Promise<StoredOrder[]>;
  readonly findByUser: (userId: string) => Promise<StoredOrder[]>;
  /** In the order of the application IDs; an application may occur twice. */
  readonly listApplicationIds: (request: ApplicationRange) => Promise<string[]>;
  readonly removeUser: (applicationId: string) => Promise<void>;
  readonly remove: (applicationId: string) => Promise<void>;
  /** Returns the application's latest order. */
  readonly findByApplication: (applicationId: string) => Promise<StoredOrder | undefined>;
  readonly find: (orderId: string) => Promise<CreatedOrder | undefined>;
  readonly findByIds: (orderIds: readonly string[]) => Promise<CreatedOrder[]>;
  /** Undefined when the order is created already or another caller holds the lease. */
  readonly lease: (receipt: string) => Promise<StoredOrder | undefined>;
  readonly release: (receipt: string) => Promise<void>;
  readonly markCreated: (
    receipt: string,
    orderId: string,
    state: OrderState,
  ) => Promise<CreatedOrder | undefined>;
  readonly lock: (orderId: string) => Promise<CreatedOrder | undefined>;
  readonly save: (order: Order) => Promise<void>;
  readonly markCheckoutStarted: (orderId: string) => Promise<void>;
  /** The next poll is due once the limit of polls has a free slot, or earlier. */
  readonly expeditePoll: (orderId: string) => Promise<void>;
  readonly readUnreconciled: () => Promise<UnreconciledOrders>;
}

type OrderQueries = Pick<
  OrderRepository,
  | 'findByApplication'
  | 'find'
  | 'findByIds'
  | 'findAllByApplications'
  | 'findByUser'
  | 'listApplicationIds'
  | 'readUnreconciled'
>;

const createOrderQueries = (orders: Model<StoredOrder>): OrderQueries => ({
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

/** Fields of a row that a pipeline stores: pipelines apply no schema defaults. */
const toLeasedRow = ({ application_id, user_id, amount }: WantedOrder) => ({
  _id: { $literal: toReceipt(application_id, FIRST_ROUND) },
  round: FIRST_ROUND,
  application_id: { $literal: application_id },
  ...(user_id !== undefined && { user_id: { $literal: user_id } }),
  state: 'wanted',
  order_id: null,
  amount,
  currency: CURRENCY,
  payment_id: null,
  placed_at: null,
  left_at: null,
  revision: 0,
  ...schedulePoll(LOST_RESPONSE_MS),
  tries: 1,
  lease_until: addToNow(LEASE_MS),
});

/** Leases of the creation at Razorpay, which one caller at a time may request. */
const createOrderCreation = (
  orders: Model<StoredOrder>,
  firstPollMs: number,
): Pick<OrderRepository, 'createIfMissing' | 'createLeased' | 'lease' | 'release' | 'markCreated'> => ({
  async createIfMissing({ application_id, user_id, amount, round = FIRST_ROUND }) {
    const defaults = { application_id, user_id, amount, round, currency: CURRENCY, state: 'wanted' };
    const _id = toReceipt(application_id, round);
    await orders.updateOne({ _id }, { $setOnInsert: defaults }, { upsert: true });
  },

  async createLeased(order) {
    const isStored = { $ifNull: ['$application_id', false] };
    const change = [{ $replaceWith: { $cond: [isStored, '$$ROOT', toLeasedRow(order)] } }];
    const options = { ...pipelineOptions, upsert: true, includeResultMetadata: true, lean: true } as const;
    const _id = toReceipt(order.application_id, FIRST_ROUND);
    const { value, lastErrorObject } = await orders.findOneAndUpdate({ _id }, change, options);
    return value && !lastErrorObject?.updatedExisting ? value : undefined;
  },

  async lease(receipt) {
    const filter = { _id: receipt, order_id: null, ...isDue('lease_until') };
    const leased = {
      lease_until: addToNow(LEASE_MS),
      ...schedulePoll(LOST_RESPONSE_MS),
      tries: { $add: ['$tries', 1] },
    };
    return (await orders.findOneAndUpdate(filter, [{ $set: leased }], pipelineOptions).lean()) ?? undefined;
  },

  async release(receipt) {
    await orders.updateOne({ _id: receipt }, { $set: { lease_until: new Date(0) } });
  },

  async markCreated(receipt, orderId, state) {
    const changes = {
      order_id: { $literal: orderId },
      state,
      placed_at: '$$NOW',
      ...schedulePoll(firstPollMs),
    };
    const order = await orders
      .findOneAndUpdate({ _id: receipt, order_id: null }, [{ $set: changes }], pipelineOptions)
      .lean();
    return isCreated(order) ? order : undefined;
  },
});

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

    async removeUser(applicationId) {
      await orders.updateMany(
        { application_id: applicationId },
        { $unset: { user_id: 1 }, $inc: { revision: 1 } },
      );
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
