import type { Dispute, DisputeStatus } from '../dispute-entity.ts';
import type { Card, Order, Payment, Refund } from '../entities.ts';
import { createId, getUnixTime } from '../ids.ts';
import type { Settlement } from '../settlement-entities.ts';

/** The account id of every webhook; there is one merchant. */
const ACCOUNT_ID = 'acc_Simulator00001';

export const paymentEvents = ['payment.authorized', 'payment.captured', 'payment.failed'] as const;

export type PaymentEventName = (typeof paymentEvents)[number];
export type DisputeEventName =
  `payment.dispute.${'created' | 'action_required' | Exclude<DisputeStatus, 'open'>}`;
export type EventName =
  | PaymentEventName
  | 'order.paid'
  | 'refund.created'
  | 'refund.processed'
  | DisputeEventName;

/** An event with the state at its time: a late delivery does not update it. */
export type ProviderEvent = {
  id: string;
  event: EventName | 'settlement.processed';
  order_id: string | null;
  payment_id: string | null;
  /** the JSON text to sign and send */
  body: string;
};

export type EventSubjects = {
  payment: Payment;
  card: Card | null;
  order?: Order;
  refund?: Refund;
  dispute?: Dispute;
};

/** Creates the snapshot. Shape: https://razorpay.com/docs/webhooks/payments, …/orders, …/refunds, …/disputes */
export function createWebhookEvent(event: EventName, subjects: EventSubjects): ProviderEvent {
  const { payment, card, order, refund, dispute } = subjects;
  const entities = {
    ...(refund === undefined ? {} : { refund }),
    payment: card === null ? payment : { ...payment, card },
    ...(order === undefined ? {} : { order }),
    ...(dispute === undefined ? {} : { dispute }),
  };
  return {
    id: createId(''),
    event,
    order_id: payment.order_id,
    payment_id: payment.id,
    body: createEnvelope(event, entities),
  };
}

/** https://razorpay.com/docs/webhooks/settlements */
export function createSettlementEvent(settlement: Settlement): ProviderEvent {
  const event = 'settlement.processed';
  return {
    id: createId(''),
    event,
    order_id: null,
    payment_id: null,
    body: createEnvelope(event, { settlement }),
  };
}

function createEnvelope(event: string, entities: Record<string, object>): string {
  const payload = Object.entries(entities).map(([name, entity]) => [name, { entity }] as const);
  return JSON.stringify({
    entity: 'event',
    account_id: ACCOUNT_ID,
    event,
    contains: Object.keys(entities),
    payload: Object.fromEntries(payload),
    created_at: getUnixTime(),
  });
}
