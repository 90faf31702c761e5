import type { Card, Order, Payment, Refund } from '../entities.ts';
import { newId, nowInSeconds } from '../ids.ts';

/** The account every webhook names; there is one merchant. */
const ACCOUNT_ID = 'acc_Simulator00001';

export const paymentEvents = ['payment.authorized', 'payment.captured', 'payment.failed'] as const;

export type PaymentEventName = (typeof paymentEvents)[number];
export type EventName = PaymentEventName | 'order.paid' | 'refund.created' | 'refund.processed';

/** Something that happened, with the state of things at that moment: late delivery does not freshen it. */
export type ProviderEvent = {
  id: string;
  event: EventName;
  order_id: string;
  payment_id: string;
  /** the JSON text to sign and send */
  body: string;
};

export type Subjects = { payment: Payment; card: Card | null; order?: Order; refund?: Refund };

/** Takes the snapshot. Shape: https://razorpay.com/docs/webhooks/payments, …/orders, …/refunds */
export function happened(event: EventName, { payment, card, order, refund }: Subjects): ProviderEvent {
  const entities = {
    ...(refund === undefined ? {} : { refund: { entity: refund } }),
    payment: { entity: card === null ? payment : { ...payment, card } },
    ...(order === undefined ? {} : { order: { entity: order } }),
  };
  const body = {
    entity: 'event',
    account_id: ACCOUNT_ID,
    event,
    contains: Object.keys(entities),
    payload: entities,
    created_at: nowInSeconds(),
  };
  return {
    id: newId(''),
    event,
    order_id: payment.order_id,
    payment_id: payment.id,
    body: JSON.stringify(body),
  };
}
