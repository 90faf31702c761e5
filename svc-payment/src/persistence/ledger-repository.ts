import { type Database, WriteConflict } from '@archaka/service-kit';
import type { Ledger } from '../domain/ledger.ts';
import type { PaymentRecord } from '../domain/payment-record.ts';
import { AttemptRepository } from './attempt-repository.ts';
import { EvidenceRepository } from './evidence-repository.ts';
import { type CreatedOrder, OrderRepository } from './order-repository.ts';

const listOrderIds = (rows: readonly { readonly order_id: string | null }[]): string[] => [
  ...new Set(rows.flatMap(({ order_id }) => order_id ?? [])),
];

export interface StoredLedger extends Ledger {
  readonly order: CreatedOrder;
}

/** What spans the collections: an order with its attempts, and an application's orders with all that belongs to them. */
export class LedgerRepository {
  readonly #db: Database;
  readonly #orders: OrderRepository;
  readonly #attempts: AttemptRepository;
  readonly #evidence: EvidenceRepository;

  constructor(
    db: Database,
    orders: OrderRepository,
    attempts: AttemptRepository,
    evidence: EvidenceRepository,
  ) {
    this.#db = db;
    this.#orders = orders;
    this.#attempts = attempts;
    this.#evidence = evidence;
  }

  async read(order: CreatedOrder): Promise<StoredLedger> {
    return { order, attempts: await this.#attempts.findByOrder(order.order_id) };
  }

  /** Undefined for an unknown order. */
  async open(orderId: string | null | undefined): Promise<StoredLedger | undefined> {
    const order = orderId ? await this.#orders.find(orderId) : undefined;
    return order && this.read(order);
  }

  /**
   * Runs `work` in a transaction, and again with what is stored when another writer has changed the known ledger.
   * Undefined for an order that is deleted meanwhile.
   */
  change<Result>(
    known: StoredLedger,
    work: (before: StoredLedger) => Promise<Result>,
  ): Promise<Result | undefined> {
    return this.#db
      .transaction<Result | undefined>(() => work(known))
      .catch((error: unknown) => {
        if (!(error instanceof WriteConflict)) throw error;
        return this.#db.transaction(async () => {
          const before = await this.open(known.order.order_id);
          return before && work(before);
        });
      });
  }

  /**
   * Call in a transaction, in which nothing else changes the ledger.
   * @param more of the order, for a pipeline's `$set`
   * @throws WriteConflict when the ledger was read outside the transaction and changed since then
   */
  async write(before: StoredLedger, after: Ledger, more = {}): Promise<void> {
    await this.#orders.save(after.order, before.order.revision, more);
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

export function createRepositories(db: Database) {
  const orders = new OrderRepository(db);
  const attempts = new AttemptRepository(db);
  const evidence = new EvidenceRepository(db);
  return { orders, attempts, evidence, ledgers: new LedgerRepository(db, orders, attempts, evidence) };
}
