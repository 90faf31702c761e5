import { randomInt } from 'node:crypto';
import {
  type Card,
  createId,
  type Dispute,
  type DisputeStatus,
  getUnixTime,
  type Order,
  type Payment,
  type Refund,
  type Settlement,
} from '../entities.ts';
import { type Faults, shouldFail } from '../faults.ts';
import type { DeliveryState, LedgerEvent } from '../ledger/ledger.ts';

/** The account id of every webhook; there is one merchant. */
const ACCOUNT_ID = 'acc_Simulator00001';

export const paymentEvents = ['payment.authorized', 'payment.captured', 'payment.failed'] as const;

export type PaymentEventName = (typeof paymentEvents)[number];
export type DisputeEventName =
  `payment.dispute.${'created' | 'action_required' | Exclude<DisputeStatus, 'open'>}`;
type EventName = PaymentEventName | 'order.paid' | 'refund.created' | 'refund.processed' | DisputeEventName;

/** An event with the state at its time: a late delivery does not update it. */
export type ProviderEvent = {
  id: string;
  event: EventName | 'settlement.processed';
  order_id: string | null;
  payment_id: string | null;
  /** the JSON text to sign and send */
  body: string;
};

type EventSubjects = {
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

/** Delay between the events of one operation, so that they usually arrive in order. */
const SPACING_MS = 20;
const REORDER_SPACING_MS = 150;
const REORDER_HOLD_MS = 1000;
const DUPLICATE_AFTER_MS = 50;

/** Plans the deliveries of the events of one operation, with the provider's delays and the faults. */
export function planDeliveries(events: ProviderEvent[], faults: Faults, now: number): LedgerEvent[] {
  if (faults.webhooks === 'reorder' && shouldFail(faults)) return planReversed(events, now);
  return events.flatMap((event, index) => {
    const due = now + index * SPACING_MS;
    const fault = shouldFail(faults) ? faults.webhooks : 'ok';
    if (fault === 'lose') return [createDelivery(event, due, 'lost')];
    if (fault === 'delay') return [createDelivery(event, due + faults.delay_ms)];
    if (fault === 'duplicate')
      return [createDelivery(event, due), createDelivery(event, due + DUPLICATE_AFTER_MS)];
    return [createDelivery(event, due)];
  });
}

/** Last event first, delayed so that later events may overtake them. */
function planReversed(events: ProviderEvent[], now: number): LedgerEvent[] {
  const start = now + randomInt(REORDER_HOLD_MS);
  return events.map((event, index) =>
    createDelivery(event, start + (events.length - 1 - index) * REORDER_SPACING_MS),
  );
}

export function createDelivery(
  event: ProviderEvent,
  dueAt: number,
  state: DeliveryState = 'pending',
): LedgerEvent {
  return {
    fact: 'delivery',
    delivery: {
      id: createId(''),
      event_id: event.id,
      event: event.event,
      order_id: event.order_id,
      payment_id: event.payment_id,
      due_at: dueAt,
      state,
      attempts: 0,
      last_status: null,
      delivered_at: null,
    },
    body: event.body,
  };
}
