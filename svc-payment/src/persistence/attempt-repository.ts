import type { PaymentPurpose } from '@archaka/contracts';
import {
  type Backlog,
  createBacklogIndex,
  type Database,
  dueNow,
  QueueRepository,
  readBacklog,
} from '@archaka/service-kit';
import { type Model, type QueryFilter, Schema } from 'mongoose';
import type { Attempt, Refund } from '../domain/ledger.ts';
import { AWAITING_APPROVAL, isRefundPending } from '../domain/refund.ts';
import { CAPTURED_STATES } from '../domain/states.ts';
import { createBatcher } from './evidence-repository.ts';

/** With the queue of refunds. */
export interface StoredAttempt extends Omit<Attempt, 'id'> {
  readonly _id: string;
  readonly due_at: Date | null;
  readonly tries: number;
  readonly lease?: string | null;
  readonly parked_at?: Date | null;
}

const SINCE = 'opened_at';
const isOnQueue = { partialFilterExpression: { due_at: { $type: 'date' } } };

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
    purpose: text,
    order_id: text,
    payment_id: nullable(String),
    state: text,
    amount: number,
    method: nullable(String),
    bank_reference: nullable(String),
    opened_at: { type: Date, required: true },
    checkout_visits: number,
    last_checked: nullable(Date),
    set_aside: { type: Boolean, required: true },
    returning_by: nullable(Date),
    refund: nullable(refundSchema),
    due_at: nullable(Date),
    tries: { type: Number, default: 0 },
    lease: String,
    parked_at: Date,
  },
  { versionKey: false },
)
  .index({ order_id: 1, payment_id: 1 }, { unique: true }) // also: one attempt without a payment for an order
  .index({ payment_id: 1 }, { unique: true, partialFilterExpression: { payment_id: { $gt: '' } } })
  .index({ application_id: 1, opened_at: 1 })
  .index({ opened_at: 1 })
  .index({ 'refund.status': 1 }, { partialFilterExpression: { 'refund.status': { $gt: '' } } })
  .index({ due_at: 1 }, isOnQueue)
  .index(createBacklogIndex(SINCE), isOnQueue);

export const toAttempt = (stored: StoredAttempt): Attempt => {
  const { _id, due_at: _due, tries: _tries, lease: _lease, parked_at: _parked, ...rest } = stored;
  return { id: _id, ...rest };
};

export class AttemptRepository {
  /** Refunds whose outcome is unknown. */
  readonly rows: QueueRepository<StoredAttempt>;
  /** Batched, so not for transactions. */
  readonly findByPayment: (paymentId: string) => Promise<Attempt | undefined>;
  readonly #attempts: Model<StoredAttempt>;

  constructor({ connection }: Pick<Database, 'connection'>) {
    const attempts = connection.model<StoredAttempt>('Attempt', attemptSchema);
    this.#attempts = attempts;
    this.rows = new QueueRepository<StoredAttempt>(attempts);
    this.findByPayment = createBatcher(async (ids: readonly string[]): Promise<(Attempt | undefined)[]> => {
      const found = await attempts.find({ payment_id: { $in: ids } }).lean();
      const byPayment = new Map(found.map((attempt) => [attempt.payment_id, toAttempt(attempt)]));
      return ids.map((id) => byPayment.get(id));
    });
  }

  readBacklog(): Promise<Backlog> {
    return readBacklog(this.#attempts, SINCE);
  }

  async #find(filter: QueryFilter<StoredAttempt>): Promise<Attempt[]> {
    const found = this.#attempts.find(filter).sort({ opened_at: 1, _id: 1 }).readConcern('majority');
    return (await found.lean()).map(toAttempt);
  }

  /** Oldest first. */
  findByOrder(orderId: string): Promise<Attempt[]> {
    return this.#find({ order_id: orderId });
  }

  /** Oldest first. */
  findByApplications(applicationIds: readonly string[]): Promise<Attempt[]> {
    return this.#find({ application_id: { $in: applicationIds } });
  }

  /** Of one fee, oldest first. */
  findByPurpose(application_id: string, purpose: PaymentPurpose): Promise<Attempt[]> {
    return this.#find({ application_id, purpose });
  }

  /** Oldest first. */
  findAwaitingApproval(): Promise<Attempt[]> {
    return this.#find({ 'refund.status': { $in: [...AWAITING_APPROVAL] } });
  }

  async *streamOpenedBetween({ from, to }: { from: Date; to: Date }): AsyncGenerator<Attempt> {
    const opened = this.#attempts.find({ opened_at: { $gte: from, $lte: to } }).lean();
    for await (const attempt of opened.cursor()) yield toAttempt(attempt);
  }

  /** Includes payments that were refunded later. */
  async findCapturedPaymentIds(paymentIds: readonly string[]): Promise<Set<string | null>> {
    const captured = {
      payment_id: { $in: paymentIds },
      state: { $in: [...CAPTURED_STATES] },
      set_aside: false,
    };
    const found = await this.#attempts.find(captured, 'payment_id').lean();
    return new Set(found.map(({ payment_id }) => payment_id));
  }

  async save({ id, ...rest }: Attempt): Promise<void> {
    const isOpen = isRefundPending({ id, ...rest });
    const changes = isOpen ? rest : { ...rest, due_at: null };
    await this.#attempts.updateOne({ _id: id }, { $set: changes }, { upsert: true });
    if (isOpen) await this.#attempts.updateOne({ _id: id, due_at: null }, { $set: dueNow });
  }

  /** No effect when the outcome of the refund is known. */
  async markRefundDue(paymentId: string): Promise<void> {
    const open = { payment_id: paymentId, due_at: { $type: 'date' as const } };
    await this.#attempts.updateOne(open, { $set: dueNow });
  }

  async removeByApplication(applicationId: string): Promise<void> {
    await this.#attempts.deleteMany({ application_id: applicationId });
  }
}
