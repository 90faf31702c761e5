import type { PaymentStatus } from '../entities.ts';
import type { LedgerEvent, OrderRecord, PaymentRecord } from '../ledger/ledger-events.ts';
import { withStatus } from '../money/apply-transitions.ts';
import { createDelivery } from './plan-deliveries.ts';
import { createWebhookEvent, type PaymentEventName, type ProviderEvent } from './webhook-event.ts';

/** A webhook requested by name: number of deliveries, and delay in milliseconds. */
export type RequestedWebhook = { event: PaymentEventName | 'order.paid'; after_ms: number; times: number };

type PaymentState = { payment: PaymentRecord; order: OrderRecord };

/**
 * Plans exactly the requested deliveries, regardless of faults. An event that did not happen is sent with
 * the snapshot it would have had, with a valid signature: the merchant must detect it.
 */
export function planRequested(
  webhooks: RequestedWebhook[],
  state: PaymentState,
  events: ProviderEvent[],
): LedgerEvent[] {
  const now = Date.now();
  return webhooks.flatMap(({ event, after_ms, times }) => {
    const subject =
      events.find((candidate) => candidate.event === event) ?? createUnoccurredEvent(event, state);
    return Array.from({ length: times }, () => createDelivery(subject, now + after_ms));
  });
}

const STATUS_BY_EVENT: Record<PaymentEventName, PaymentStatus> = {
  'payment.authorized': 'authorized',
  'payment.captured': 'captured',
  'payment.failed': 'failed',
};

function createUnoccurredEvent(
  event: RequestedWebhook['event'],
  { payment, order }: PaymentState,
): ProviderEvent {
  if (event !== 'order.paid') {
    return createWebhookEvent(event, {
      ...payment,
      payment: withStatus(payment.payment, STATUS_BY_EVENT[event]),
    });
  }
  const paid = { ...order.order, amount_paid: order.order.amount, amount_due: 0, status: 'paid' } as const;
  return createWebhookEvent(event, {
    ...payment,
    payment: withStatus(payment.payment, 'captured'),
    order: paid,
  });
}
