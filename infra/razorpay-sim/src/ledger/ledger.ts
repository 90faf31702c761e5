import { type Faults, noFaults } from '../faults.ts';
import { unknownId } from '../provider-error.ts';
import type { Attempt, Delivery, Fact, OrderRecord, PaymentRecord, RefundRecord } from './facts.ts';
import { type FactLog, openLog } from './log.ts';

/** Everything the simulator knows: the sum of the facts recorded so far. */
export class Ledger {
  #orders = new Map<string, OrderRecord>();
  #payments = new Map<string, PaymentRecord>();
  #refunds = new Map<string, RefundRecord>();
  #deliveries = new Map<string, Delivery>();
  #bodies = new Map<string, string>();
  #paymentsOfOrder = new Map<string, Set<string>>();
  #ordersOfReceipt = new Map<string, Set<string>>();
  #faults = noFaults;
  #log: FactLog | undefined;

  /** With a file the facts in it are replayed first and every new one is added to it. */
  constructor(file?: string) {
    if (file !== undefined) this.#log = openLog(file, (facts) => this.#apply(facts));
  }

  /** Makes these facts true, all or none of them surviving a kill. */
  record(...facts: Fact[]): void {
    this.#log?.append(facts);
    this.#apply(facts);
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

  ordersWithReceipt(receipt: string): OrderRecord[] {
    return [...(this.#ordersOfReceipt.get(receipt) ?? [])].map((id) => this.getOrder(id));
  }

  payments(): PaymentRecord[] {
    return [...this.#payments.values()];
  }

  paymentsOf(orderId: string): PaymentRecord[] {
    return [...(this.#paymentsOfOrder.get(orderId) ?? [])].map((id) => this.getPayment(id));
  }

  refunds(): RefundRecord[] {
    return [...this.#refunds.values()];
  }

  pendingRefunds(): RefundRecord[] {
    return this.refunds().filter(({ refund }) => refund.status === 'pending');
  }

  refundsOf(paymentId: string): RefundRecord[] {
    return this.refunds().filter(({ refund }) => refund.payment_id === paymentId);
  }

  deliveries(): Delivery[] {
    return [...this.#deliveries.values()];
  }

  findDelivery(id: string): Delivery | undefined {
    return this.#deliveries.get(id);
  }

  /** The signed text of a delivery; forgotten once it has arrived. */
  bodyOf(deliveryId: string): string | undefined {
    return this.#bodies.get(deliveryId);
  }

  #apply(facts: Fact[]): void {
    for (const fact of facts) {
      if (fact.fact === 'order') this.#keepOrder(fact.record);
      else if (fact.fact === 'payment') this.#keepPayment(fact.record);
      else if (fact.fact === 'refund') this.#refunds.set(fact.record.refund.id, fact.record);
      else if (fact.fact === 'delivery') this.#keepDelivery(fact.delivery, fact.body);
      else if (fact.fact === 'attempt') this.#countAttempt(fact.attempt);
      else if (fact.fact === 'faults') this.#faults = fact.faults;
      else this.#reset();
    }
  }

  #keepOrder(record: OrderRecord): void {
    this.#orders.set(record.order.id, record);
    if (record.order.receipt === null) return;
    addTo(this.#ordersOfReceipt, record.order.receipt, record.order.id);
  }

  #keepPayment(record: PaymentRecord): void {
    this.#payments.set(record.payment.id, record);
    addTo(this.#paymentsOfOrder, record.payment.order_id, record.payment.id);
  }

  #keepDelivery(delivery: Delivery, body: string): void {
    this.#deliveries.set(delivery.id, delivery);
    if (delivery.state === 'pending') this.#bodies.set(delivery.id, body);
  }

  #countAttempt({ delivery_id, at, status, next_at }: Attempt): void {
    const delivery = this.#deliveries.get(delivery_id);
    if (delivery === undefined) return;
    delivery.attempts += 1;
    delivery.last_status = status;
    if (delivery.state !== 'pending') return;
    if (next_at === null) this.#close(delivery, 'delivered', at);
    else delivery.due_at = next_at;
  }

  #reset(): void {
    this.#faults = noFaults;
    for (const delivery of this.#deliveries.values()) {
      if (delivery.state === 'pending') this.#close(delivery, 'cancelled', null);
    }
  }

  #close(delivery: Delivery, state: 'delivered' | 'cancelled', at: number | null): void {
    delivery.state = state;
    delivery.delivered_at = at;
    this.#bodies.delete(delivery.id);
  }
}

function addTo(index: Map<string, Set<string>>, key: string, value: string): void {
  const values = index.get(key);
  if (values === undefined) index.set(key, new Set([value]));
  else values.add(value);
}

function raise(error: Error): never {
  throw error;
}
