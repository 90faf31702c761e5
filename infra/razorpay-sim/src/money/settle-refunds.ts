import { createReference } from '../ids.ts';
import type { RefundRecord } from '../ledger/ledger-events.ts';
import type { Simulator } from '../simulator.ts';
import { createWebhookEvent } from '../webhooks/webhook-event.ts';

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
