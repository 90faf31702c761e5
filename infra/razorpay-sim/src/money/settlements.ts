import {
  createId,
  createReference,
  type Dispute,
  getUnixTime,
  type ReconItem,
  type Refund,
  type Settlement,
} from '../entities.ts';
import type { Ledger, PaymentRecord, SettlementRecord } from '../ledger/ledger.ts';
import type { Simulator } from '../simulator.ts';
import { createSettlementEvent } from '../webhooks/events.ts';

/**
 * Settles unsettled captures, less refunds and lost disputes. If captures do not exceed
 * these, nothing is settled and all of it waits for the next settlement.
 */
export function settlePayments(simulator: Simulator): SettlementRecord | null {
  const settlement = createSettlement();
  const items = listUnsettled(simulator.ledger).map((line) => ({
    ...line,
    ...toSettlementFields(settlement),
  }));
  const amount = items.reduce((sum, { credit, debit }) => sum + credit - debit, 0);
  if (amount <= 0) return null;
  const record = { settlement: { ...settlement, amount }, items };
  simulator.recordEvents([{ fact: 'settlement', record }], [createSettlementEvent(record.settlement)]);
  return record;
}

/** A normal settlement has no fee; the fees are in its lines. */
function createSettlement(): Settlement {
  const created_at = getUnixTime();
  return {
    id: createId('setl_'),
    entity: 'settlement',
    amount: 0,
    status: 'processed',
    fees: 0,
    tax: 0,
    utr: createReference(16),
    created_at,
  };
}

function toSettlementFields({ id, utr, created_at }: Settlement) {
  return { settled: true, settled_at: created_at, settlement_id: id, settlement_utr: utr };
}

type SettlementLine = Omit<ReconItem, 'settled' | 'settled_at' | 'settlement_id' | 'settlement_utr'>;

function listUnsettled(ledger: Ledger): SettlementLine[] {
  const isOpen = (id: string) => !ledger.isSettled(id);
  return [
    ...ledger
      .payments()
      .filter(({ payment }) => payment.captured && isOpen(payment.id))
      .map((record) => toPaymentLine(ledger, record)),
    ...ledger
      .refunds()
      .filter(({ refund }) => isOpen(refund.id))
      .map(({ refund }) => toRefundLine(ledger, refund)),
    ...ledger
      .disputes()
      .filter(({ id, status }) => status === 'lost' && isOpen(id))
      .map(toDisputeLine),
  ];
}

function toPaymentLine(ledger: Ledger, record: PaymentRecord): SettlementLine {
  const { payment } = record;
  const fee = payment.fee ?? 0;
  return {
    ...createLine(payment.id, 'payment', payment),
    ...toOrigin(ledger, record),
    credit: payment.amount - fee,
    fee,
    tax: payment.tax ?? 0,
    description: payment.description,
    notes: serializeNotes(payment.notes),
  };
}

function toRefundLine(ledger: Ledger, refund: Refund): SettlementLine {
  return {
    ...createLine(refund.id, 'refund', refund),
    ...toOrigin(ledger, ledger.getPayment(refund.payment_id)),
    debit: refund.amount,
    notes: serializeNotes(refund.notes),
    payment_id: refund.payment_id,
  };
}

/** A lost dispute is deducted as an adjustment. */
function toDisputeLine(dispute: Dispute): SettlementLine {
  return {
    ...createLine(createId('adj_'), 'adjustment', { ...dispute, amount: dispute.amount_deducted }),
    debit: dispute.amount_deducted,
    description: 'Dispute lost',
    payment_id: dispute.payment_id,
    dispute_id: dispute.id,
  };
}

/** A line without amounts. */
function createLine(
  entity_id: string,
  type: ReconItem['type'],
  { amount, created_at }: { amount: number; created_at: number },
): SettlementLine {
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

function toOrigin(ledger: Ledger, { payment, card }: PaymentRecord) {
  return {
    order_id: payment.order_id,
    order_receipt: ledger.getOrder(payment.order_id).order.receipt,
    method: payment.method,
    card_network: card?.network ?? null,
    card_issuer: card?.issuer ?? null,
    card_type: card?.type ?? null,
  };
}

function serializeNotes(notes: object): string {
  return JSON.stringify(Array.isArray(notes) ? {} : notes);
}
