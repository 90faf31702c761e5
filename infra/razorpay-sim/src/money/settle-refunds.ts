import { newReference } from '../ids.ts';
import type { RefundRecord } from '../ledger/facts.ts';
import type { Simulator } from '../simulator.ts';
import { happened } from '../webhooks/event.ts';

const LOOK_EVERY_MS = 250;

/** Lets pending refunds reach the bank when their time has come; returns what stops it. */
export function settleRefunds(simulator: Simulator): () => void {
  const timer = setInterval(() => {
    for (const record of simulator.ledger.pendingRefunds()) {
      if (record.settles_at <= Date.now()) settle(simulator, record);
    }
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

function settle(simulator: Simulator, record: RefundRecord): void {
  const { payment, card } = simulator.ledger.getPayment(record.refund.payment_id);
  const refund = { ...record.refund, status: 'processed', acquirer_data: { arn: newReference(12) } } as const;
  simulator.happen(
    [{ fact: 'refund', record: { ...record, refund } }],
    [happened('refund.processed', { payment, card, refund })],
  );
}
