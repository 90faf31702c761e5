import type { Ledger } from '../domain/ledger.ts';
import type { AttemptRepository } from './attempt-repository.ts';
import type { OrderRepository } from './order-repository.ts';
import type { CreatedOrder } from './stored-order.ts';

export interface LedgerRepository {
  /** Without a lock. */
  readonly read: (order: CreatedOrder) => Promise<Ledger>;
  /** Locks the ledger until the transaction ends. Undefined for an unknown order. */
  readonly open: (orderId: string) => Promise<Ledger | undefined>;
  readonly write: (before: Ledger, after: Ledger) => Promise<void>;
}

export function createLedgerRepository(
  orders: OrderRepository,
  attempts: AttemptRepository,
): LedgerRepository {
  const toLedger = async (order: CreatedOrder | undefined): Promise<Ledger | undefined> =>
    order && { order, attempts: await attempts.findByOrder(order.order_id) };
  return {
    async read(order) {
      return { order, attempts: await attempts.findByOrder(order.order_id) };
    },

    async open(orderId) {
      return toLedger(await orders.lock(orderId));
    },

    async write(before, after) {
      if (after.order !== before.order) await orders.save(after.order);
      for (const attempt of after.attempts) {
        if (!before.attempts.includes(attempt)) await attempts.save(attempt);
      }
    },
  };
}
