import {
  type Backlog,
  createBacklogIndex,
  createQueueRepository,
  type Database,
  type QueueRepository,
  readBacklog,
  toDueNowFields,
} from '@archaka/service-kit';
import { type QueryFilter, Schema } from 'mongoose';
import type { Attempt, Refund } from '../domain/ledger.ts';
import { AWAITING_APPROVAL, isRefundPending } from '../domain/refund.ts';
import { CAPTURED_STATES } from '../domain/states.ts';
import { createBatcher } from './batcher.ts';

export interface StoredAttempt extends Omit<Attempt, 'id'> {
  readonly _id: string;
  readonly refund_due_at: Date | null;
  readonly refund_tries: number;
  readonly refund_lease?: string | null;
  readonly refund_parked_at?: Date | null;
}

const QUEUE_FIELDS = {
  dueAt: 'refund_due_at',
  attempts: 'refund_tries',
  lease: 'refund_lease',
  parkedAt: 'refund_parked_at',
  since: 'opened_at',
};
const isOnQueue = { partialFilterExpression: { refund_due_at: { $type: 'date' } } };

const text = { type: String, required: true };
const number = { type: Number, required: true };
const nullable = <Type>(type: Type) => ({ type, default: null });
const refundSchema = new Schema<Refund>(
  { reason: text, id: nullable(String), status: text, approved_by: String },
  { _id: false },
);
const attemptSchema = new Schema<StoredAttempt>(
  {
    _id: text,
    application_id: text,
    order_id: text,
    payment_id: nullable(String),
    state: text,
    amount: number,
    method: nullable(String),
    bank_reference: nullable(String),
    opened_at: { type: Date, required: true },
    leavings: number,
    last_checked: nullable(Date),
    set_aside: { type: Boolean, required: true },
    returning_by: nullable(Date),
    refund: nullable(refundSchema),
    refund_due_at: nullable(Date),
    refund_tries: { type: Number, default: 0 },
    refund_lease: String,
    refund_parked_at: Date,
  },
  { versionKey: false },
)
  .index({ order_id: 1, payment_id: 1 }, { unique: true }) // also: one attempt without a payment for an order
  .index({ payment_id: 1 }, { unique: true, partialFilterExpression: { payment_id: { $gt: '' } } })
  .index({ application_id: 1, opened_at: 1 })
  .index({ opened_at: 1 })
  .index({ 'refund.status': 1 }, { partialFilterExpression: { 'refund.status': { $gt: '' } } })
  .index({ refund_due_at: 1 }, isOnQueue)
  .index(createBacklogIndex(QUEUE_FIELDS), isOnQueue);

export const toAttempt = ({
  _id,
  refund_due_at: _due,
  refund_tries: _tries,
  refund_lease: _lease,
  refund_parked_at: _parked,
  ...rest
}: StoredAttempt): Attempt => ({ id: _id, ...rest });

export interface AttemptRepository {
  readonly refundRows: QueueRepository<StoredAttempt>;
  readonly refundBacklog: () => Promise<Backlog>;
  /** Oldest first. */
  readonly findByOrder: (orderId: string) => Promise<Attempt[]>;
  /** Oldest first. */
  readonly findByApplications: (applicationIds: readonly string[]) => Promise<Attempt[]>;
  readonly streamOpenedBetween: (range: { from: Date; to: Date }) => AsyncGenerator<Attempt>;
  /** Includes payments that were refunded later. */
  readonly findCapturedPaymentIds: (paymentIds: readonly string[]) => Promise<Set<string | null>>;
  readonly findByPayment: (paymentId: string) => Promise<Attempt | undefined>;
  /** Oldest first. */
  readonly findAwaitingApproval: () => Promise<Attempt[]>;
  readonly save: (attempt: Attempt) => Promise<void>;
  readonly removeByApplication: (applicationId: string) => Promise<void>;
  /** No effect when the outcome of the refund is known. */
  readonly markRefundDue: (paymentId: string) => Promise<void>;
}

export function createAttemptRepository({ connection }: Database): AttemptRepository {
  const attempts = connection.model<StoredAttempt>('Attempt', attemptSchema);
  const findOldestFirst = async (filter: QueryFilter<StoredAttempt>): Promise<Attempt[]> =>
    (await attempts.find(filter).sort({ opened_at: 1, _id: 1 }).lean()).map(toAttempt);

  return {
    refundRows: createQueueRepository<StoredAttempt>({ model: attempts, fields: QUEUE_FIELDS }),
    refundBacklog: () => readBacklog(attempts, QUEUE_FIELDS),

    findByOrder: (orderId) => findOldestFirst({ order_id: orderId }),

    findByApplications: (applicationIds) => findOldestFirst({ application_id: { $in: applicationIds } }),

    async *streamOpenedBetween({ from, to }) {
      const opened = attempts.find({ opened_at: { $gte: from, $lte: to } }).lean();
      for await (const attempt of opened.cursor()) yield toAttempt(attempt);
    },

    async findCapturedPaymentIds(paymentIds) {
      const captured = {
        payment_id: { $in: paymentIds },
        state: { $in: [...CAPTURED_STATES] },
        set_aside: false,
      };
      const found = await attempts.find(captured, 'payment_id').lean();
      return new Set(found.map(({ payment_id }) => payment_id));
    },

    findByPayment: createBatcher(async (paymentIds: readonly string[]): Promise<(Attempt | undefined)[]> => {
      const found = await attempts.find({ payment_id: { $in: paymentIds } }).lean();
      const byPayment = new Map(found.map((attempt) => [attempt.payment_id, toAttempt(attempt)]));
      return paymentIds.map((id) => byPayment.get(id));
    }),

    findAwaitingApproval: () => findOldestFirst({ 'refund.status': { $in: [...AWAITING_APPROVAL] } }),

    async save({ id, ...rest }) {
      const isOpen = isRefundPending({ id, ...rest });
      const changes = isOpen ? rest : { ...rest, refund_due_at: null };
      await attempts.updateOne({ _id: id }, { $set: changes }, { upsert: true });
      if (isOpen)
        await attempts.updateOne({ _id: id, refund_due_at: null }, { $set: toDueNowFields(QUEUE_FIELDS) });
    },

    async removeByApplication(applicationId) {
      await attempts.deleteMany({ application_id: applicationId });
    },

    async markRefundDue(paymentId) {
      const open = { payment_id: paymentId, refund_due_at: { $type: 'date' as const } };
      await attempts.updateOne(open, { $set: toDueNowFields(QUEUE_FIELDS) });
    },
  };
}
