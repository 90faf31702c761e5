import type { Dispute } from '../dispute-entity.ts';
import { type Faults, noFaults } from '../faults.ts';
import { unknownId } from '../provider-error.ts';
import { Deliveries } from './deliveries.ts';
import { type EventLog, openEventLog } from './event-log.ts';
import type {
  BankVisit,
  Delivery,
  LedgerEvent,
  OrderRecord,
  PaymentRecord,
  RefundRecord,
  SettlementRecord,
} from './ledger-events.ts';

/** The state of the simulator: all facts recorded so far. */
export class Ledger {
  #orders = new Map<string, OrderRecord>();
  #payments = new Map<string, PaymentRecord>();
  #visits = new Map<string, BankVisit>();
  #refunds = new Map<string, RefundRecord>();
  #disputes = new Map<string, Dispute>();
  #settlements: SettlementRecord[] = [];
  #settled = new Set<string>();
  #deliveries = new Deliveries();
  #paymentsOfOrder = new Map<string, Set<string>>();
  #ordersOfReceipt = new Map<string, Set<string>>();
  #faults = noFaults;
  #log: EventLog | undefined;

  /** With a file its facts are replayed first and every new one is appended to it. */
  constructor(file?: string) {
    if (file !== undefined) this.#log = openEventLog(file, (events) => this.#apply(events));
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
    return this.#deliveries.all();
  }

  /** The signed text of a delivery; deleted after it was delivered. */
  findBody(deliveryId: string): string | undefined {
    return this.#deliveries.findBody(deliveryId);
  }

  #apply(events: LedgerEvent[]): void {
    for (const fact of events) {
      if (fact.fact === 'order') this.#keepOrder(fact.record);
      else if (fact.fact === 'payment') this.#keepPayment(fact.record);
      else if (fact.fact === 'visit') this.#visits.set(fact.visit.payment_id, fact.visit);
      else if (fact.fact === 'refund') this.#refunds.set(fact.record.refund.id, fact.record);
      else if (fact.fact === 'dispute') this.#disputes.set(fact.dispute.id, fact.dispute);
      else if (fact.fact === 'settlement') this.#keepSettlement(fact.record);
      else if (fact.fact === 'delivery') this.#deliveries.store(fact.delivery, fact.body);
      else if (fact.fact === 'attempt') this.#deliveries.recordAttempt(fact.attempt);
      // An older file may lack faults.
      else if (fact.fact === 'faults') this.#faults = { ...noFaults, ...fact.faults };
      else this.#reset();
    }
  }

  #keepOrder(record: OrderRecord): void {
    this.#orders.set(record.order.id, record);
    if (record.order.receipt === null) return;
    addToIndex(this.#ordersOfReceipt, record.order.receipt, record.order.id);
  }

  #keepPayment(record: PaymentRecord): void {
    this.#payments.set(record.payment.id, record);
    addToIndex(this.#paymentsOfOrder, record.payment.order_id, record.payment.id);
  }

  #keepSettlement(record: SettlementRecord): void {
    this.#settlements.push(record);
    for (const { entity_id, dispute_id } of record.items) this.#settled.add(dispute_id ?? entity_id);
  }

  #reset(): void {
    this.#faults = noFaults;
    this.#deliveries.cancelPending();
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
