import type { PaymentPurpose } from '@archaka/contracts';
import { type Database, dueIn, fromNow, QueueRepository, WriteConflict } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import { CURRENCY, type Order } from '../domain/ledger.ts';
import { POLL_LIMIT_MS } from '../domain/poll-schedule.ts';
import { type OrderState, orderTransitions } from '../domain/states.ts';

/** `_id` is the receipt, our key at Razorpay. */
export interface StoredOrder {
  readonly _id: string;
  /** Counts the orders of the application for this purpose, from 1; only the last is payable. */
  readonly round: number;
  readonly application_id: string;
  readonly purpose: PaymentPurpose;
  /** Absent once the application is deleted. */
  readonly user_id?: string;
  readonly state: OrderState;
  /** Razorpay's id; null until created there. */
  readonly order_id: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly payment_id: string | null;
  /** Number of requests to create it at Razorpay, which one caller at a time may send. */
  readonly creation_tries: number;
  readonly lease_until: Date;
  readonly placed_at: Date | null;
  /** The last start of a checkout. */
  readonly left_at: Date | null;
  /** The next poll. */
  readonly due_at: Date | null;
  readonly tries?: number;
  readonly lease?: string | null;
  readonly parked_at?: Date | null;
  /** Every change of the order or its attempts counts it up, under the one that was read: the only exclusion of their writers. */
  readonly revision: number;
}
export type CreatedOrder = StoredOrder & Pick<Order, 'order_id'>;

export const isCreated = (order: StoredOrder | null | undefined): order is CreatedOrder =>
  typeof order?.order_id === 'string';

const isOnQueue = { partialFilterExpression: { due_at: { $type: 'date' } } };
const text = { type: String, required: true };
const number = { type: Number, required: true };
const nullable = <Type>(type: Type) => ({ type, default: null });
const orderSchema = new Schema<StoredOrder>(
  {
    _id: text,
    round: { type: Number, default: 1 },
    application_id: text,
    purpose: text,
    user_id: String,
    state: text,
    order_id: nullable(String),
    amount: number,
    currency: text,
    payment_id: nullable(String),
    creation_tries: { type: Number, default: 0 },
    lease_until: { type: Date, default: new Date(0) },
    placed_at: nullable(Date),
    left_at: nullable(Date),
    due_at: nullable(Date),
    tries: Number,
    lease: String,
    parked_at: Date,
    revision: { type: Number, default: 0 },
  },
  { versionKey: false },
)
  .index({ order_id: 1 }, { unique: true, partialFilterExpression: { order_id: { $gt: '' } } })
  .index({ application_id: 1, purpose: 1, round: 1 }, { unique: true })
  .index({ user_id: 1 }, { partialFilterExpression: { user_id: { $gt: '' } } })
  .index({ due_at: 1 }, isOnQueue)
  .index({ parked_at: 1 }, isOnQueue);

/** Longer than any request of the lease's holder to Razorpay takes. */
const CREATION_LEASE_MS = 5_500;
/** Delay before searching for an order whose creation got no response. */
const LOST_RESPONSE_MS = 15_000;
const FIRST_ROUND = 1;
/** Bounds the cost of reading the metrics. */
const MAX_COUNT = 10_000;

/** Of an order that no payment pays. */
const CLOSABLE_STATES = orderTransitions.flatMap(([from, to]) => (to === 'replaced' ? [from] : []));

const pipelineOptions = { updatePipeline: true, returnDocument: 'after' } as const;

/** The database’s clock decides, since the clocks of instances may differ. */
const hasPassed = (field: string) => ({
  [field]: { $type: 'date' },
  $expr: { $lte: [`$${field}`, '$$NOW'] },
});

/** For a pipeline's `$set`. */
export const checkoutStarted = (pollInMs: number) => ({ left_at: '$$NOW', ...dueIn(pollInMs) });

interface WantedOrder extends Pick<StoredOrder, 'application_id' | 'purpose' | 'amount'> {
  readonly user_id: string | undefined;
}

function toReceipt({ application_id, purpose }: WantedOrder, round: number): string {
  if (purpose === 'revaluation') return `${application_id}-R${round}`;
  return round === FIRST_ROUND ? application_id : `${application_id}-${round}`;
}

/** Pipelines apply no schema defaults. */
const toLeasedRow = ({ application_id, purpose, user_id, amount }: WantedOrder, receipt: string) => ({
  _id: { $literal: receipt },
  round: FIRST_ROUND,
  application_id: { $literal: application_id },
  purpose,
  ...(user_id !== undefined && { user_id: { $literal: user_id } }),
  state: 'wanted',
  order_id: null,
  amount,
  currency: CURRENCY,
  payment_id: null,
  placed_at: null,
  left_at: null,
  revision: 0,
  ...dueIn(LOST_RESPONSE_MS),
  creation_tries: 1,
  lease_until: fromNow(CREATION_LEASE_MS),
});

interface ApplicationRange {
  /** Application IDs. */
  readonly after: string;
  readonly before: string;
  /** Whether the order still names its account. */
  readonly hasUser: boolean;
  readonly limit: number;
}

export class OrderRepository {
  /** Polls of Razorpay. */
  readonly rows: QueueRepository<StoredOrder>;
  readonly #orders: Model<StoredOrder>;

  constructor({ connection }: Pick<Database, 'connection'>) {
    this.#orders = connection.model<StoredOrder>('Order', orderSchema);
    this.rows = new QueueRepository<StoredOrder>(this.#orders);
  }

  /** As a majority has it. */
  async find(orderId: string): Promise<CreatedOrder | undefined> {
    const order = await this.#orders.findOne({ order_id: orderId }).readConcern('majority').lean();
    return isCreated(order) ? order : undefined;
  }

  async findByIds(orderIds: readonly string[]): Promise<CreatedOrder[]> {
    const found: StoredOrder[] = await this.#orders.find({ order_id: { $in: orderIds } }).lean();
    return found.filter(isCreated);
  }

  /** Returns the latest order of the application and purpose. */
  async findLatest({
    application_id,
    purpose,
  }: Pick<StoredOrder, 'application_id' | 'purpose'>): Promise<StoredOrder | undefined> {
    const own = this.#orders.find({ application_id, purpose });
    const [order] = await own.sort({ round: -1 }).limit(1).lean();
    return order;
  }

  /** Whether a majority has an order of the application. */
  async exists(applicationId: string): Promise<boolean> {
    return (await this.#orders.exists({ application_id: applicationId }).readConcern('majority')) !== null;
  }

  /** All rounds of these applications. */
  async findAllByApplications(applicationIds: readonly string[]): Promise<StoredOrder[]> {
    return this.#orders.find({ application_id: { $in: applicationIds } }).lean();
  }

  async findByUser(userId: string): Promise<StoredOrder[]> {
    return this.#orders.find({ user_id: userId }).lean();
  }

  /** In the order of the application IDs; an application may occur twice. */
  async listApplicationIds({ after, before, hasUser, limit }: ApplicationRange): Promise<string[]> {
    const filter = { application_id: { $gt: after, $lt: before }, user_id: hasUser ? { $gt: '' } : null };
    const found = await this.#orders
      .find(filter, 'application_id')
      .sort({ application_id: 1, purpose: 1, round: 1 })
      .limit(limit)
      .lean();
    return found.map(({ application_id }) => application_id);
  }

  /** False when it is stored already. */
  async createIfMissing({ round = FIRST_ROUND, ...order }: WantedOrder & { round?: number }) {
    const row = { ...order, round, currency: CURRENCY, state: 'wanted' };
    const _id = toReceipt(order, round);
    const { upsertedCount } = await this.#orders.updateOne({ _id }, { $setOnInsert: row }, { upsert: true });
    return upsertedCount === 1;
  }

  /** Creates the first round's order, leased to the caller; undefined when the order is stored already. */
  async createLeased(order: WantedOrder): Promise<StoredOrder | undefined> {
    const _id = toReceipt(order, FIRST_ROUND);
    const isStored = { $ifNull: ['$application_id', false] };
    const change = [{ $replaceWith: { $cond: [isStored, '$$ROOT', toLeasedRow(order, _id)] } }];
    const options = { ...pipelineOptions, upsert: true, includeResultMetadata: true, lean: true } as const;
    const { value, lastErrorObject } = await this.#orders.findOneAndUpdate({ _id }, change, options);
    return value && !lastErrorObject?.updatedExisting ? value : undefined;
  }

  /** Undefined when the order is created already or another caller holds the lease. */
  async lease(receipt: string): Promise<StoredOrder | undefined> {
    const filter = { _id: receipt, order_id: null, ...hasPassed('lease_until') };
    const leased = {
      lease_until: fromNow(CREATION_LEASE_MS),
      ...dueIn(LOST_RESPONSE_MS),
      creation_tries: { $add: ['$creation_tries', 1] },
    };
    const order = await this.#orders.findOneAndUpdate(filter, [{ $set: leased }], pipelineOptions).lean();
    return order ?? undefined;
  }

  async release(receipt: string): Promise<void> {
    await this.#orders.updateOne({ _id: receipt }, { $set: { lease_until: new Date(0) } });
  }

  /** Undefined when it is created already. */
  async markCreated(receipt: string, orderId: string, pollInMs: number): Promise<CreatedOrder | undefined> {
    const [, state] = orderTransitions[0];
    const changes = { order_id: { $literal: orderId }, state, placed_at: '$$NOW', ...dueIn(pollInMs) };
    const order = await this.#orders
      .findOneAndUpdate({ _id: receipt, order_id: null }, [{ $set: changes }], pipelineOptions)
      .lean();
    return isCreated(order) ? order : undefined;
  }

  /** The next poll is due once the limit of polls has a free slot, or earlier. */
  async expeditePoll(orderId: string): Promise<void> {
    const soon = dueIn(POLL_LIMIT_MS);
    // The due time of a leased row is the end of its lease.
    const scheduledAt = { $cond: [{ $ifNull: ['$lease', false] }, null, '$due_at'] };
    const changes = { ...soon, due_at: { $min: [scheduledAt, soon.due_at] } };
    await this.#orders.updateOne({ order_id: orderId }, [{ $set: changes }], pipelineOptions);
  }

  /** @throws WriteConflict unless the order has this revision */
  async save({ order_id, state, payment_id }: Order, revision: number, more: object): Promise<void> {
    const changes = { state, payment_id: { $literal: payment_id }, revision: revision + 1, ...more };
    const saved = await this.#orders.updateOne({ order_id, revision }, [{ $set: changes }], pipelineOptions);
    if (saved.matchedCount === 0) throw new WriteConflict();
  }

  /** Leaves each order of Razorpay without its account, so that a later payment is refunded; deletes the others. */
  async close(applicationId: string): Promise<void> {
    const own = { application_id: applicationId };
    await this.#orders.deleteMany({ ...own, order_id: null });
    await this.#orders.updateMany(
      { ...own, state: { $in: CLOSABLE_STATES } },
      { $set: { state: 'replaced' }, $unset: { user_id: 1 }, $inc: { revision: 1 } },
    );
    await this.#orders.updateMany(own, { $unset: { user_id: 1 }, $inc: { revision: 1 } });
  }

  async remove(applicationId: string): Promise<void> {
    await this.#orders.deleteMany({ application_id: applicationId });
  }

  /** Orders whose poll is overdue, by the database's clock, and those whose poll fails although Razorpay answers. */
  async readBacklog() {
    const parked = { due_at: { $type: 'date' }, parked_at: { $type: 'date' } } as const;
    const [waiting, parkedCount, [oldest]] = await Promise.all([
      this.#orders.countDocuments(hasPassed('due_at'), { limit: MAX_COUNT }),
      this.#orders.countDocuments(parked, { limit: MAX_COUNT }),
      this.#orders.aggregate<{ seconds: number }>([
        { $match: hasPassed('due_at') },
        { $sort: { due_at: 1 } },
        { $limit: 1 },
        { $project: { seconds: { $divide: [{ $subtract: ['$$NOW', '$due_at'] }, 1000] } } },
      ]),
    ]);
    return { waiting, parked: parkedCount, oldestSeconds: oldest?.seconds ?? 0 };
  }
}
