import { counter, type Log, PartDown } from '@archaka/service-kit';
import { nextLook, WINDOW_MS } from '../../domain/schedule.ts';
import { isPlaced, type OrderStore, type PlacedOrder, type StoredOrder } from '../../store/orders.ts';
import type { Looks } from '../settle-order/look-at-order.ts';
import type { SettleOrder } from '../settle-order/settle-order.ts';

interface Parts {
  readonly orders: OrderStore;
  readonly takeDue: OrderStore['takeDue'];
  readonly looks: Looks;
  readonly settle: SettleOrder;
  readonly findLost: (order: StoredOrder) => Promise<void>;
  readonly log: Log;
  readonly firstMs: number;
}

const SIDE_BY_SIDE = 5;

const looksTaken = counter<{ outcome: 'done' | 'failed' }>({
  name: 'payment_looks_total',
  description: 'Orders that Razorpay was asked about, by whether that could be done',
});

/**
 * Asks Razorpay about every order that is due, so that money is found whatever got lost on the way.
 * Each is taken by one instance alone; one that cannot be asked about comes again.
 */
export function reconcile({ orders, takeDue, looks, settle, findLost, log, firstMs }: Parts) {
  async function lookAt(order: PlacedOrder): Promise<void> {
    const ageMs = ageOf(order);
    const look = await looks.atOrder(order);
    const occasion = ageMs >= WINDOW_MS ? 'last-look' : 'look';
    const ledger = await settle({ order_id: order.order_id, look, source: 'poll', occasion });
    if (ledger) await orders.lookAgain(order, nextLook(ledger, { ageMs, firstMs }));
  }

  /** An order that was asked for and never came: perhaps only the answer got lost. */
  async function lookFor(order: StoredOrder): Promise<void> {
    await findLost(order);
    await orders.lookAgain(order, null);
  }

  const lookInto = (order: StoredOrder) => (isPlaced(order) ? lookAt(order) : lookFor(order));

  /** Gives whether to go on. */
  async function lookIntoNext(): Promise<boolean> {
    const order = await takeDue();
    if (!order) return false;
    try {
      await lookInto(order);
      looksTaken.add({ outcome: 'done' });
      return true;
    } catch (error) {
      looksTaken.add({ outcome: 'failed' });
      log.warn({ order_id: order.order_id, err: error }, 'an order could not be looked into');
      if (!(error instanceof PartDown)) return true;
      await orders.lookAgain(order, firstMs);
      return false;
    }
  }

  async function worker(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await lookIntoNext()));
  }

  return async (signal: AbortSignal): Promise<void> => {
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => worker(signal)));
  };
}

/** Both times are the database's. */
const ageOf = ({ looked_at, left_at, placed_at }: StoredOrder): number =>
  (looked_at?.getTime() ?? 0) - ((left_at ?? placed_at)?.getTime() ?? 0);
