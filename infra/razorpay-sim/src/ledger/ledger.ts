import type { Card, Dispute, Order, Payment, ReconItem, Refund, Settlement } from '../entities.ts';
import { unknownId } from '../errors.ts';
import { type Faults, noFaults } from '../faults.ts';
import { EventLog } from './event-log.ts';

export type OrderRecord = { order: Order; capture: 'automatic' | 'manual' };

export type PaymentRecord = { payment: Payment; card: Card | null };

/** A refund, the time of its processing (milliseconds since 1970), and its request. */
export type RefundRecord = { refund: Refund; settles_at: number; idempotency: Idempotency | null };

export type Idempotency = { key: string; request: string };

/** A payer at the bank's page, and where from. */
export type BankVisit = {
  payment_id: string;
  merchant: string;
  callback_url: string;
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

type DeliveryAttempt = {
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

/** The state of the simulator: all facts recorded so far. */
export class Ledger {
  #orders = new Map<string, OrderRecord>();
  #payments = new Map<string, PaymentRecord>();
  #visits = new Map<string, BankVisit>();
  #refunds = new Map<string, RefundRecord>();
  #disputes = new Map<string, Dispute>();
  #settlements: SettlementRecord[] = [];
  #settled = new Set<string>();
  #deliveries = new Map<string, Delivery>();
  /** The signed texts of undelivered webhooks. */
  #bodies = new Map<string, string>();
  #paymentsOfOrder = new Map<string, Set<string>>();
  #ordersOfReceipt = new Map<string, Set<string>>();
  #faults = noFaults;
  #log: EventLog<LedgerEvent> | undefined;

  /** With a file its facts are replayed first and every new one is appended to it. */
  constructor(file?: string) {
    if (file !== undefined) this.#log = new EventLog(file, (events) => this.#apply(events));
  }

  /** Records these facts atomically: all or none of them survive a kill. */
  record(...events: LedgerEvent[]): void {
    this.#log?.append(events);
    this.#apply(events);
  }

  close(): void {
    this.#log?.close();
  }

  get faults(): Faults {
    return this.#faults;
  }

  getOrder(id: string): OrderRecord {
    return this.#orders.get(id) ?? raise(unknownId());
  }

  findOrder(id: string): OrderRecord | undefined {
    return this.#orders.get(id);
  }

  getPayment(id: string): PaymentRecord {
    return this.#payments.get(id) ?? raise(unknownId());
  }

  getRefund(id: string): RefundRecord {
    return this.#refunds.get(id) ?? raise(unknownId());
  }

  /** Oldest first, as are all the lists here. */
  orders(): OrderRecord[] {
    return [...this.#orders.values()];
  }

  findOrdersByReceipt(receipt: string): OrderRecord[] {
    return [...(this.#ordersOfReceipt.get(receipt) ?? [])].map((id) => this.getOrder(id));
  }

  payments(): PaymentRecord[] {
    return [...this.#payments.values()];
  }

  findPaymentsByOrder(orderId: string): PaymentRecord[] {
    return [...(this.#paymentsOfOrder.get(orderId) ?? [])].map((id) => this.getPayment(id));
  }

  /** Undefined if the payer was not redirected to a bank's page. */
  findVisit(paymentId: string): BankVisit | undefined {
    return this.#visits.get(paymentId);
  }

  refunds(): RefundRecord[] {
    return [...this.#refunds.values()];
  }

  pendingRefunds(): RefundRecord[] {
    return this.refunds().filter(({ refund }) => refund.status === 'pending');
  }

  findRefundsByPayment(paymentId: string): RefundRecord[] {
    return this.refunds().filter(({ refund }) => refund.payment_id === paymentId);
  }

  getDispute(id: string): Dispute {
    return this.#disputes.get(id) ?? raise(unknownId());
  }

  disputes(): Dispute[] {
    return [...this.#disputes.values()];
  }

  settlements(): SettlementRecord[] {
    return this.#settlements;
  }

  /** Whether a settlement has a line about this payment, refund or dispute. */
  isSettled(id: string): boolean {
    return this.#settled.has(id);
  }

  deliveries(): Delivery[] {
    return [...this.#deliveries.values()];
  }

  /** The signed text of a delivery; deleted after it was delivered. */
  findBody(deliveryId: string): string | undefined {
    return this.#bodies.get(deliveryId);
  }

  #apply(events: LedgerEvent[]): void {
    for (const fact of events) {
      if (fact.fact === 'order') this.#storeOrder(fact.record);
      else if (fact.fact === 'payment') this.#storePayment(fact.record);
      else if (fact.fact === 'visit') this.#visits.set(fact.visit.payment_id, fact.visit);
      else if (fact.fact === 'refund') this.#refunds.set(fact.record.refund.id, fact.record);
      else if (fact.fact === 'dispute') this.#disputes.set(fact.dispute.id, fact.dispute);
      else if (fact.fact === 'settlement') this.#storeSettlement(fact.record);
      else if (fact.fact === 'delivery') this.#storeDelivery(fact.delivery, fact.body);
      else if (fact.fact === 'attempt') this.#recordAttempt(fact.attempt);
      else if (fact.fact === 'faults') this.#faults = fact.faults;
      else this.#reset();
    }
  }

  #storeOrder(record: OrderRecord): void {
    this.#orders.set(record.order.id, record);
    if (record.order.receipt === null) return;
    addToIndex(this.#ordersOfReceipt, record.order.receipt, record.order.id);
  }

  #storePayment(record: PaymentRecord): void {
    this.#payments.set(record.payment.id, record);
    addToIndex(this.#paymentsOfOrder, record.payment.order_id, record.payment.id);
  }

  #storeSettlement(record: SettlementRecord): void {
    this.#settlements.push(record);
    for (const { entity_id, dispute_id } of record.items) this.#settled.add(dispute_id ?? entity_id);
  }

  #storeDelivery(delivery: Delivery, body: string): void {
    this.#deliveries.set(delivery.id, delivery);
    if (delivery.state === 'pending') this.#bodies.set(delivery.id, body);
  }

  #recordAttempt({ delivery_id, at, status, next_at }: DeliveryAttempt): void {
    const delivery = this.#deliveries.get(delivery_id);
    if (delivery === undefined) return;
    delivery.attempts += 1;
    delivery.last_status = status;
    if (delivery.state !== 'pending') return;
    if (next_at === null) this.#closeDelivery(delivery, 'delivered', at);
    else delivery.due_at = next_at;
  }

  #closeDelivery(delivery: Delivery, state: 'delivered' | 'cancelled', at: number | null): void {
    delivery.state = state;
    delivery.delivered_at = at;
    this.#bodies.delete(delivery.id);
  }

  #reset(): void {
    this.#faults = noFaults;
    for (const delivery of this.#deliveries.values())
      if (delivery.state === 'pending') this.#closeDelivery(delivery, 'cancelled', null);
  }
}

function addToIndex(index: Map<string, Set<string>>, key: string, value: string): void {
  const values = index.get(key);
  if (values === undefined) index.set(key, new Set([value]));
  else values.add(value);
}

function raise(error: Error): never {
  throw error;
}
