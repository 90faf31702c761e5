import type { PaymentStatus } from '../entities.ts';
import type { Fact, OrderRecord, PaymentRecord } from '../ledger/facts.ts';
import { inStatus } from '../money/move-payment.ts';
import { happened, type PaymentEventName, type ProviderEvent } from './event.ts';
import { delivery } from './plan.ts';

/** A webhook somebody asked for by name: so many times, so many milliseconds from now. */
export type OrderedWebhook = { event: PaymentEventName | 'order.paid'; after_ms: number; times: number };

type Money = { payment: PaymentRecord; order: OrderRecord };

/**
 * Sends exactly what was asked for, whatever the faults say. An event that did not happen is sent with
 * the snapshot it would have had, properly signed: the merchant must find out for himself.
 */
export function planOrdered(webhooks: OrderedWebhook[], money: Money, events: ProviderEvent[]): Fact[] {
  const now = Date.now();
  return webhooks.flatMap(({ event, after_ms, times }) => {
    const subject = events.find((candidate) => candidate.event === event) ?? invented(event, money);
    return Array.from({ length: times }, () => delivery(subject, now + after_ms));
  });
}

const statusOf: Record<PaymentEventName, PaymentStatus> = {
  'payment.authorized': 'authorized',
  'payment.captured': 'captured',
  'payment.failed': 'failed',
};

function invented(event: OrderedWebhook['event'], { payment, order }: Money): ProviderEvent {
  if (event !== 'order.paid') {
    return happened(event, { ...payment, payment: inStatus(payment.payment, statusOf[event]) });
  }
  const paid = { ...order.order, amount_paid: order.order.amount, amount_due: 0, status: 'paid' } as const;
  return happened(event, { ...payment, payment: inStatus(payment.payment, 'captured'), order: paid });
}
