import type { Dispute } from '../dispute-entity.ts';
import type { Card, Order, Payment, PaymentError, Refund } from '../entities.ts';
import type { Faults } from '../faults.ts';
import type { ReconItem, Settlement } from '../settlement-entities.ts';

export type OrderRecord = { order: Order; capture: 'automatic' | 'manual' };

export type PaymentRecord = { payment: Payment; card: Card | null };

/** A refund, the time of its processing (milliseconds since 1970), and its request. */
export type RefundRecord = { refund: Refund; settles_at: number; idempotency: Idempotency | null };

export type Idempotency = { key: string; request: string };

/** A payer at the bank's page: the origin and the error of a failure. */
export type BankVisit = {
  payment_id: string;
  merchant: string;
  callback_url: string;
  failure: PaymentError | null;
};

/** A settlement and its lines. */
export type SettlementRecord = { settlement: Settlement; items: ReconItem[] };

export type DeliveryState = 'pending' | 'delivered' | 'lost' | 'cancelled';

/** One sending of one event; an event sent twice has two deliveries with one `event_id`. */
export type Delivery = {
  id: string;
  event_id: string;
  event: string;
  /** null if the event is about no single order or payment */
  order_id: string | null;
  payment_id: string | null;
  /** milliseconds since 1970 */
  due_at: number;
  state: DeliveryState;
  attempts: number;
  /** status of the receiver's last response; null without one */
  last_status: number | null;
  delivered_at: number | null;
};

export type DeliveryAttempt = {
  delivery_id: string;
  at: number;
  status: number | null;
  next_at: number | null;
};

export type LedgerEvent =
  | { fact: 'order'; record: OrderRecord }
  | { fact: 'payment'; record: PaymentRecord }
  | { fact: 'visit'; visit: BankVisit }
  | { fact: 'refund'; record: RefundRecord }
  | { fact: 'dispute'; dispute: Dispute }
  | { fact: 'settlement'; record: SettlementRecord }
  | { fact: 'delivery'; delivery: Delivery; body: string }
  | { fact: 'attempt'; attempt: DeliveryAttempt }
  | { fact: 'faults'; faults: Faults }
  | { fact: 'reset' };
