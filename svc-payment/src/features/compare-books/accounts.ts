import type { Attempt, Order } from '../../domain/ledger.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';
import type { ProviderRecords, Span } from '../../razorpay/records.ts';
import type { AttemptStore } from '../../store/attempts.ts';
import type { OrderStore } from '../../store/orders.ts';
import type { Account } from './account.ts';

/** Where both sides' books are read. */
export interface Sources {
  readonly records: ProviderRecords;
  readonly orders: OrderStore;
  readonly attempts: AttemptStore;
}

interface Books {
  readonly orders: readonly Order[];
  readonly attempts: readonly Attempt[];
}

/** Razorpay's payments of a day, each beside what our books have; notes those it has seen and gives each once. */
export function accountsFrom({ records, orders, attempts }: Sources, chargedBack: ReadonlySet<string>) {
  async function booksFor(page: readonly ListedPayment[]): Promise<Books> {
    const ours = await orders.findAll(distinct(page.flatMap(({ order_id }) => order_id ?? [])));
    const applications = distinct(ours.map(({ application_id }) => application_id));
    return { orders: ours, attempts: await attempts.ofApplications(applications) };
  }

  async function accountOf(payment: ListedPayment, books: Books): Promise<Account> {
    const order = books.orders.find(({ order_id }) => order_id === payment.order_id);
    const refunds = payment.amount_refunded > 0 ? await records.refundsOf(payment.id) : [];
    return {
      payment: isChargedBack(payment) ? { ...payment, status: 'charged_back' } : payment,
      order,
      attempts: books.attempts.filter(({ application_id }) => application_id === order?.application_id),
      refunds: refunds.filter(({ status }) => status !== 'failed').length,
    };
  }

  /** Such a payment stands as captured among the payments. */
  const isChargedBack = ({ id, status }: ListedPayment) => status === 'captured' && chargedBack.has(id);

  return async function* (day: Span, seen: Set<string>): AsyncGenerator<Account> {
    for await (const page of records.payments(day)) {
      const news = page.filter(({ id }) => !seen.has(id));
      const books = await booksFor(news);
      for (const payment of news) {
        seen.add(payment.id);
        yield await accountOf(payment, books);
      }
    }
  };
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];
