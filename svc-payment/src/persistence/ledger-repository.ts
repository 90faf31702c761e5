import type { Ledger } from '../domain/ledger.ts';
import type { AttemptRepository } from './attempt-repository.ts';
import type { CreatedOrder, OrderRepository } from './order-repository.ts';

/** Orders with their attempts, as one thing. */
export function createLedgerRepository(orders: OrderRepository, attempts: AttemptRepository) {
  const toLedger = async (order: CreatedOrder | undefined): Promise<Ledger | undefined> =>
    order && { order, attempts: await attempts.findByOrder(order.order_id) };
  return {
    /** As it stands, for reading. */
    async read(order: CreatedOrder): Promise<Ledger> {
      return { order, attempts: await attempts.findByOrder(order.order_id) };
    },

    /** Opens a ledger for a change; only in a transaction, where it then stays to oneself. */
    async open(orderId: string): Promise<Ledger | undefined> {
      return toLedger(await orders.lock(orderId));
    },

    /** Writes what has changed since it was opened. */
    async write(before: Ledger, after: Ledger): Promise<void> {
      if (after.order !== before.order) await orders.save(after.order);
      for (const attempt of after.attempts) {
        if (!before.attempts.includes(attempt)) await attempts.save(attempt);
      }
    },
  };
}
export type LedgerRepository = ReturnType<typeof createLedgerRepository>;
