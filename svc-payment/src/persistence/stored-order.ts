import { toDueInFields } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { Order } from '../domain/ledger.ts';
import type { OrderState } from '../domain/states.ts';

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

export const POLL_FIELDS = {
  dueAt: 'next_look_at',
  attempts: 'look_failures',
  lease: 'look_lease',
  parkedAt: 'look_parked_at',
};
const isOnQueue = { partialFilterExpression: { next_look_at: { $type: 'date' } } };
/** Resets the lease too, so that a poll in flight does not overwrite the schedule. */
export const schedulePoll = (ms: number) => toDueInFields(POLL_FIELDS, ms);

const text = { type: String, required: true };
const number = { type: Number, required: true };
const nullable = <Type>(type: Type) => ({ type, default: null });
export const orderSchema = new Schema<StoredOrder>(
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

export const isCreated = (order: StoredOrder | null | undefined): order is CreatedOrder =>
  typeof order?.order_id === 'string';
