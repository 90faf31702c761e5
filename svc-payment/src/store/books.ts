import type { Ledger } from '../domain/ledger.ts';
import type { AttemptStore } from './attempts.ts';
import type { OrderStore, PlacedOrder } from './orders.ts';

/** Orders with their attempts, as one thing. */
export function bookStore(orders: OrderStore, attempts: AttemptStore) {
  const ledgerOf = async (order: PlacedOrder | undefined): Promise<Ledger | undefined> =>
    order && { order, attempts: await attempts.of(order.order_id) };
  return {
    /** As it stands, for reading. */
    async read(order: PlacedOrder): Promise<Ledger> {
      return { order, attempts: await attempts.of(order.order_id) };
    },

    /** Opens a ledger for a change; only in a transaction, where it then stays to oneself. */
    async open(orderId: string): Promise<Ledger | undefined> {
      return ledgerOf(await orders.lock(orderId));
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
export type BookStore = ReturnType<typeof bookStore>;
