import type { Dispute } from '../dispute-entity.ts';
import type { Card, Order, Payment, PaymentError, Refund } from '../entities.ts';
import type { Faults } from '../faults.ts';
import type { ReconItem, Settlement } from '../settlement-entities.ts';

export type OrderRecord = { order: Order; capture: 'automatic' | 'manual' };

export type PaymentRecord = { payment: Payment; card: Card | null };

/** A refund, when the bank will have it (milliseconds since 1970), and the request that made it. */
export type RefundRecord = { refund: Refund; settles_at: number; idempotency: Idempotency | null };

export type Idempotency = { key: string; request: string };

/** A payer at his bank's page: where he came from and, if he fails there, with which error. */
export type BankVisit = {
  payment_id: string;
  merchant: string;
  callback_url: string;
  failure: PaymentError | null;
};

/** A settlement and the lines it is made of. */
export type SettlementRecord = { settlement: Settlement; items: ReconItem[] };

export type DeliveryState = 'pending' | 'delivered' | 'lost' | 'cancelled';

/** One sending of one event; an event sent twice has two deliveries with one `event_id`. */
export type Delivery = {
  id: string;
  event_id: string;
  event: string;
  /** null where the event is about no single order or payment */
  order_id: string | null;
  payment_id: string | null;
  /** milliseconds since 1970 */
  due_at: number;
  state: DeliveryState;
  attempts: number;
  /** the receiver's last answer; null when there was none */
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
