import type { Database } from '@archaka/service-kit';
import type { Ledger } from '../domain/ledger.ts';
import type { PaymentRecord } from '../domain/payment-record.ts';
import { AttemptRepository } from './attempt-repository.ts';
import { EvidenceRepository } from './evidence-repository.ts';
import { type CreatedOrder, OrderRepository } from './order-repository.ts';

const listOrderIds = (rows: readonly { readonly order_id: string | null }[]): string[] => [
  ...new Set(rows.flatMap(({ order_id }) => order_id ?? [])),
];

/** What spans the collections: an order with its attempts, and an application's orders with all that belongs to them. */
export class LedgerRepository {
  readonly #orders: OrderRepository;
  readonly #attempts: AttemptRepository;
  readonly #evidence: EvidenceRepository;

  constructor(orders: OrderRepository, attempts: AttemptRepository, evidence: EvidenceRepository) {
    this.#orders = orders;
    this.#attempts = attempts;
    this.#evidence = evidence;
  }

  /** Without a lock. */
  async read(order: CreatedOrder): Promise<Ledger> {
    return { order, attempts: await this.#attempts.findByOrder(order.order_id) };
  }

  /** Locks the ledger until the transaction ends. Undefined for an unknown order. */
  async open(orderId: string): Promise<Ledger | undefined> {
    const order = await this.#orders.lock(orderId);
    return order && this.read(order);
  }

  async write(before: Ledger, after: Ledger): Promise<void> {
    if (after.order !== before.order) await this.#orders.save(after.order);
    for (const attempt of after.attempts) {
      if (!before.attempts.includes(attempt)) await this.#attempts.save(attempt);
    }
  }

  /** In the order of the applications; an unknown one has an empty record. */
  async readRecords(applicationIds: readonly string[]): Promise<PaymentRecord[]> {
    if (applicationIds.length === 0) return [];
    const orders = await this.#orders.findAllByApplications(applicationIds);
    const attempts = await this.#attempts.findByApplications(applicationIds);
    const evidence = await this.#evidence.findByOrders(listOrderIds([...orders, ...attempts]));
    return applicationIds.map((applicationId) => {
      const isOwn = (row: { readonly application_id: string }) => row.application_id === applicationId;
      const own = { applicationId, orders: orders.filter(isOwn), attempts: attempts.filter(isOwn) };
      const orderIds = listOrderIds([...own.orders, ...own.attempts]);
      return {
        ...own,
        evidence: evidence.filter(({ order_id }) => order_id !== null && orderIds.includes(order_id)),
      };
    });
  }

  /** Call in a transaction. */
  async removeRecord({ applicationId, orders, attempts }: PaymentRecord): Promise<void> {
    await this.#evidence.removeByOrders(listOrderIds([...orders, ...attempts]));
    await this.#attempts.removeByApplication(applicationId);
    await this.#orders.remove(applicationId);
  }
}

export function createRepositories(db: Pick<Database, 'connection'>) {
  const orders = new OrderRepository(db);
  const attempts = new AttemptRepository(db);
  const evidence = new EvidenceRepository(db);
  return { orders, attempts, evidence, ledgers: new LedgerRepository(orders, attempts, evidence) };
}
