import type { Card, Order, Payment, Refund } from '../entities.ts';
import type { Faults } from '../faults.ts';

export type OrderRecord = { order: Order; capture: 'automatic' | 'manual' };

export type PaymentRecord = { payment: Payment; card: Card | null };

/** A refund, when the bank will have it (milliseconds since 1970), and the request that made it. */
export type RefundRecord = { refund: Refund; settles_at: number; idempotency: Idempotency | null };

export type Idempotency = { key: string; request: string };

export type DeliveryState = 'pending' | 'delivered' | 'lost' | 'cancelled';

/** One sending of one event; an event sent twice has two deliveries with one `event_id`. */
export type Delivery = {
  id: string;
  event_id: string;
  event: string;
  order_id: string;
  payment_id: string;
  /** milliseconds since 1970 */
  due_at: number;
  state: DeliveryState;
  attempts: number;
  /** the receiver's last answer; null when there was none */
  last_status: number | null;
  delivered_at: number | null;
};

export type Attempt = { delivery_id: string; at: number; status: number | null; next_at: number | null };

export type Fact =
  | { fact: 'order'; record: OrderRecord }
  | { fact: 'payment'; record: PaymentRecord }
  | { fact: 'refund'; record: RefundRecord }
  | { fact: 'delivery'; delivery: Delivery; body: string }
  | { fact: 'attempt'; attempt: Attempt }
  | { fact: 'faults'; faults: Faults }
  | { fact: 'reset' };
