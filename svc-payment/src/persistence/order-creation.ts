import { fromNow } from '@archaka/service-kit';
import type { Model } from 'mongoose';
import { CURRENCY } from '../domain/ledger.ts';
import type { OrderState } from '../domain/states.ts';
import { isDue, pipelineOptions } from './database-clock.ts';
import { type CreatedOrder, isCreated, type StoredOrder, schedulePoll } from './stored-order.ts';

/** Longer than any request of the holder to Razorpay takes. */
const LEASE_MS = 5_500;
/** Delay before searching for an order whose creation got no response. */
const LOST_RESPONSE_MS = 15_000;

const FIRST_ROUND = 1;

const toReceipt = (applicationId: string, round: number): string =>
  round === FIRST_ROUND ? applicationId : `${applicationId}-${round}`;

interface WantedOrder extends Pick<StoredOrder, 'application_id' | 'amount'> {
  readonly user_id: string | undefined;
}

export interface OrderCreation {
  readonly createIfMissing: (order: WantedOrder & { round?: number }) => Promise<void>;
  /** Creates the first round's order, leased to the caller; undefined when the order is stored already. */
  readonly createLeased: (order: WantedOrder) => Promise<StoredOrder | undefined>;
  /** Undefined when the order is created already or another caller holds the lease. */
  readonly lease: (receipt: string) => Promise<StoredOrder | undefined>;
  readonly release: (receipt: string) => Promise<void>;
  readonly markCreated: (
    receipt: string,
    orderId: string,
    state: OrderState,
  ) => Promise<CreatedOrder | undefined>;
}

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
  lease_until: fromNow(LEASE_MS),
});

/** Leases of the creation at Razorpay, which one caller at a time may request. */
export const createOrderCreation = (orders: Model<StoredOrder>, firstPollMs: number): OrderCreation => ({
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
      lease_until: fromNow(LEASE_MS),
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
