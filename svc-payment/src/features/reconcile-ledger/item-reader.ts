import type { Attempt, Order } from '../../domain/ledger.ts';
import type { AttemptRepository } from '../../persistence/attempt-repository.ts';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';
import type { ProviderRecords, TimeRange } from '../../razorpay/provider-records.ts';
import type { ReconciliationItem } from './reconciliation-item.ts';

export interface ItemReaderDependencies {
  readonly records: ProviderRecords;
  readonly orders: OrderRepository;
  readonly attempts: AttemptRepository;
}

interface LedgerEntries {
  readonly orders: readonly Order[];
  readonly attempts: readonly Attempt[];
}

/** Yields each payment once and adds its id to `seen`. */
export function createItemReader(
  { records, orders, attempts }: ItemReaderDependencies,
  chargedBack: ReadonlySet<string>,
) {
  async function findEntries(page: readonly ListedPayment[]): Promise<LedgerEntries> {
    const ownOrders = await orders.findByIds(distinct(page.flatMap(({ order_id }) => order_id ?? [])));
    const applicationIds = distinct(ownOrders.map(({ application_id }) => application_id));
    return { orders: ownOrders, attempts: await attempts.findByApplications(applicationIds) };
  }

  async function toItem(payment: ListedPayment, entries: LedgerEntries): Promise<ReconciliationItem> {
    const order = entries.orders.find(({ order_id }) => order_id === payment.order_id);
    const refunds = payment.amount_refunded > 0 ? await records.listRefunds(payment.id) : [];
    return {
      payment: isChargedBack(payment) ? { ...payment, status: 'charged_back' } : payment,
      order,
      attempts: entries.attempts.filter(({ application_id }) => application_id === order?.application_id),
      refunds: refunds.filter(({ status }) => status !== 'failed').length,
    };
  }

  /** Razorpay lists a charged-back payment as captured. */
  const isChargedBack = ({ id, status }: ListedPayment) => status === 'captured' && chargedBack.has(id);

  return async function* (day: TimeRange, seen: Set<string>): AsyncGenerator<ReconciliationItem> {
    for await (const page of records.listPayments(day)) {
      const unseen = page.filter(({ id }) => !seen.has(id));
      const entries = await findEntries(unseen);
      for (const payment of unseen) {
        seen.add(payment.id);
        yield await toItem(payment, entries);
      }
    }
  };
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];
