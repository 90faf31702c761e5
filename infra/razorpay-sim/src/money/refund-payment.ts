import type { Notes, Payment, Refund } from '../entities.ts';
import { newId, nowInSeconds } from '../ids.ts';
import type { Idempotency, RefundRecord } from '../ledger/facts.ts';
import { badRequest, usedKey } from '../provider-error.ts';
import type { Simulator } from '../simulator.ts';
import { happened } from '../webhooks/event.ts';

/** A refund is `pending` so long, then `processed`; the real bank takes days. */
const SETTLES_AFTER_MS = 1000;

export type RefundRequest = {
  amount?: number | undefined;
  speed: 'normal' | 'optimum';
  notes: Notes;
  receipt: string | null;
  idempotency: Idempotency | null;
};

/** Gives a captured payment back, whole or in part; the same idempotency key gives the same refund. */
export function refundPayment(simulator: Simulator, paymentId: string, request: RefundRequest): Refund {
  const { payment, card } = simulator.ledger.getPayment(paymentId);
  const earlier = findSame(simulator.ledger.refundsOf(paymentId), request.idempotency);
  if (earlier !== undefined) return earlier.refund;

  const amount = request.amount ?? payment.amount - payment.amount_refunded;
  refuseImpossible(payment, amount);
  const refund = makeRefund(payment, amount, request);
  const returned = withReturned(payment, amount);
  simulator.happen(
    [
      { fact: 'payment', record: { payment: returned, card } },
      {
        fact: 'refund',
        record: { refund, settles_at: Date.now() + SETTLES_AFTER_MS, idempotency: request.idempotency },
      },
    ],
    [happened('refund.created', { payment: returned, card, refund })],
  );
  return refund;
}

function findSame(refunds: RefundRecord[], idempotency: Idempotency | null): RefundRecord | undefined {
  if (idempotency === null) return undefined;
  const same = refunds.find((record) => record.idempotency?.key === idempotency.key);
  if (same !== undefined && same.idempotency?.request !== idempotency.request) {
    throw usedKey();
  }
  return same;
}

function refuseImpossible(payment: Payment, amount: number): void {
  if (payment.refund_status === 'full') throw badRequest('The payment has been fully refunded already');
  if (!payment.captured) {
    throw badRequest('The payment status should be captured for action to be taken');
  }
  if (amount > payment.amount - payment.amount_refunded) {
    throw badRequest('The refund amount provided is greater than amount captured', 'amount');
  }
}

function makeRefund(payment: Payment, amount: number, { speed, notes, receipt }: RefundRequest): Refund {
  return {
    id: newId('rfnd_'),
    entity: 'refund',
    amount,
    currency: 'INR',
    payment_id: payment.id,
    notes,
    receipt,
    acquirer_data: { arn: null },
    created_at: nowInSeconds(),
    batch_id: null,
    status: 'pending',
    speed_processed: 'normal',
    speed_requested: speed,
  };
}

function withReturned(payment: Payment, amount: number): Payment {
  const amount_refunded = payment.amount_refunded + amount;
  const whole = amount_refunded === payment.amount;
  return {
    ...payment,
    amount_refunded,
    refund_status: whole ? 'full' : 'partial',
    status: whole ? 'refunded' : payment.status,
  };
}
