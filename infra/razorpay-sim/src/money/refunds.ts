import {
  createId,
  createReference,
  getUnixTime,
  type Notes,
  type Payment,
  type Refund,
} from '../entities.ts';
import { badRequest, keyAlreadyUsed } from '../errors.ts';
import type { Idempotency, RefundRecord } from '../ledger/ledger.ts';
import type { Simulator } from '../simulator.ts';
import { createWebhookEvent } from '../webhooks/events.ts';

/** Time until a refund is `processed`, in ms; a real bank needs days. */
const SETTLES_AFTER_MS = 1000;

type RefundRequest = {
  amount?: number | undefined;
  notes: Notes;
  receipt: string | null;
  idempotency: Idempotency | null;
};

/** Refunds a captured payment fully or in part; the same idempotency key returns the same refund. */
export function refundPayment(simulator: Simulator, paymentId: string, request: RefundRequest): Refund {
  const { payment, card } = simulator.ledger.getPayment(paymentId);
  const earlier = findByIdempotencyKey(simulator.ledger.findRefundsByPayment(paymentId), request.idempotency);
  if (earlier !== undefined) return earlier.refund;

  const amount = request.amount ?? payment.amount - payment.amount_refunded;
  assertRefundable(payment, amount);
  const refund = createRefund(payment, amount, request);
  const refunded = addRefunded(payment, amount);
  simulator.recordEvents(
    [
      { fact: 'payment', record: { payment: refunded, card } },
      {
        fact: 'refund',
        record: { refund, settles_at: Date.now() + SETTLES_AFTER_MS, idempotency: request.idempotency },
      },
    ],
    [createWebhookEvent('refund.created', { payment: refunded, card, refund })],
  );
  return refund;
}

function findByIdempotencyKey(
  refunds: RefundRecord[],
  idempotency: Idempotency | null,
): RefundRecord | undefined {
  if (idempotency === null) return undefined;
  const same = refunds.find((record) => record.idempotency?.key === idempotency.key);
  if (same !== undefined && same.idempotency?.request !== idempotency.request) {
    throw keyAlreadyUsed();
  }
  return same;
}

function assertRefundable(payment: Payment, amount: number): void {
  if (payment.refund_status === 'full') throw badRequest('The payment has been fully refunded already');
  if (!payment.captured) {
    throw badRequest('The payment status should be captured for action to be taken');
  }
  if (amount > payment.amount - payment.amount_refunded) {
    throw badRequest('The refund amount provided is greater than amount captured', 'amount');
  }
}

function createRefund(payment: Payment, amount: number, { notes, receipt }: RefundRequest): Refund {
  return {
    id: createId('rfnd_'),
    entity: 'refund',
    amount,
    currency: 'INR',
    payment_id: payment.id,
    notes,
    receipt,
    acquirer_data: { arn: null },
    created_at: getUnixTime(),
    batch_id: null,
    status: 'pending',
    speed_processed: 'normal',
    speed_requested: 'normal',
  };
}

function addRefunded(payment: Payment, amount: number): Payment {
  const amount_refunded = payment.amount_refunded + amount;
  const whole = amount_refunded === payment.amount;
  return {
    ...payment,
    amount_refunded,
    refund_status: whole ? 'full' : 'partial',
    status: whole ? 'refunded' : payment.status,
  };
}

const POLL_INTERVAL_MS = 250;

/** Processes pending refunds when they are due; returns a function that stops it. */
export function startRefundSettlement(simulator: Simulator): () => void {
  const timer = setInterval(() => {
    for (const record of simulator.ledger.pendingRefunds()) {
      if (record.settles_at <= Date.now()) settleRefund(simulator, record);
    }
  }, POLL_INTERVAL_MS);
  return () => clearInterval(timer);
}

function settleRefund(simulator: Simulator, record: RefundRecord): void {
  const { payment, card } = simulator.ledger.getPayment(record.refund.payment_id);
  const refund = {
    ...record.refund,
    status: 'processed',
    acquirer_data: { arn: createReference(12) },
  } as const;
  simulator.recordEvents(
    [{ fact: 'refund', record: { ...record, refund } }],
    [createWebhookEvent('refund.processed', { payment, card, refund })],
  );
}
