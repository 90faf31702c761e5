import type { Dispute } from '../dispute-entity.ts';
import type { Refund } from '../entities.ts';
import { newId, newReference, nowInSeconds } from '../ids.ts';
import type { PaymentRecord, SettlementRecord } from '../ledger/facts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ReconItem, Settlement } from '../settlement-entities.ts';
import type { Simulator } from '../simulator.ts';
import { settled } from '../webhooks/event.ts';

/**
 * Sends the merchant what has come in and was not settled yet, less what went back. Where no more came in
 * than went back nothing is settled and all of it waits for the next time.
 */
export function settlePayments(simulator: Simulator): SettlementRecord | null {
  const settlement = newSettlement();
  const items = waiting(simulator.ledger).map((line) => ({ ...line, ...inSettlement(settlement) }));
  const amount = items.reduce((sum, { credit, debit }) => sum + credit - debit, 0);
  if (amount <= 0) return null;
  const record = { settlement: { ...settlement, amount }, items };
  simulator.happen([{ fact: 'settlement', record }], [settled(record.settlement)]);
  return record;
}

/** A normal settlement costs nothing of its own; the fees are in its lines. */
function newSettlement(): Settlement {
  const created_at = nowInSeconds();
  return {
    id: newId('setl_'),
    entity: 'settlement',
    amount: 0,
    status: 'processed',
    fees: 0,
    tax: 0,
    utr: newReference(16),
    created_at,
  };
}

function inSettlement({ id, utr, created_at }: Settlement) {
  return { settled: true, settled_at: created_at, settlement_id: id, settlement_utr: utr };
}

type Line = Omit<ReconItem, 'settled' | 'settled_at' | 'settlement_id' | 'settlement_utr'>;

function waiting(ledger: Ledger): Line[] {
  const open = (id: string) => !ledger.isSettled(id);
  return [
    ...ledger
      .payments()
      .filter(({ payment }) => payment.captured && open(payment.id))
      .map((record) => paymentLine(ledger, record)),
    ...ledger
      .refunds()
      .filter(({ refund }) => open(refund.id))
      .map(({ refund }) => refundLine(ledger, refund)),
    ...ledger
      .disputes()
      .filter(({ id, status }) => status === 'lost' && open(id))
      .map(disputeLine),
  ];
}

function paymentLine(ledger: Ledger, record: PaymentRecord): Line {
  const { payment } = record;
  const fee = payment.fee ?? 0;
  return {
    ...lineOf(payment.id, 'payment', payment),
    ...originOf(ledger, record),
    credit: payment.amount - fee,
    fee,
    tax: payment.tax ?? 0,
    description: payment.description,
    notes: asText(payment.notes),
  };
}

function refundLine(ledger: Ledger, refund: Refund): Line {
  return {
    ...lineOf(refund.id, 'refund', refund),
    ...originOf(ledger, ledger.getPayment(refund.payment_id)),
    debit: refund.amount,
    notes: asText(refund.notes),
    payment_id: refund.payment_id,
  };
}

/** A lost dispute is taken out of the balance as an adjustment. */
function disputeLine(dispute: Dispute): Line {
  return {
    ...lineOf(newId('adj_'), 'adjustment', { ...dispute, amount: dispute.amount_deducted }),
    debit: dispute.amount_deducted,
    description: 'Dispute lost',
    payment_id: dispute.payment_id,
    dispute_id: dispute.id,
  };
}

/** A line in which no money has moved yet. */
function lineOf(
  entity_id: string,
  type: ReconItem['type'],
  { amount, created_at }: { amount: number; created_at: number },
): Line {
  return {
    entity_id,
    type,
    debit: 0,
    credit: 0,
    amount,
    currency: 'INR',
    fee: 0,
    tax: 0,
    on_hold: false,
    created_at,
    posted_at: null,
    credit_type: 'default',
    description: null,
    notes: null,
    payment_id: null,
    order_id: null,
    order_receipt: null,
    method: null,
    card_network: null,
    card_issuer: null,
    card_type: null,
    dispute_id: null,
  };
}

function originOf(ledger: Ledger, { payment, card }: PaymentRecord) {
  return {
    order_id: payment.order_id,
    order_receipt: ledger.getOrder(payment.order_id).order.receipt,
    method: payment.method,
    card_network: card?.network ?? null,
    card_issuer: card?.issuer ?? null,
    card_type: card?.type ?? null,
  };
}

function asText(notes: object): string {
  return JSON.stringify(Array.isArray(notes) ? {} : notes);
}
