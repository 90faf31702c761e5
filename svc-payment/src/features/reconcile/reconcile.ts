import { type Again, counter, type Log } from '@archaka/service-kit';
import { nextLook, WINDOW_MS } from '../../domain/schedule.ts';
import { isPlaced, type PlacedOrder, type StoredOrder } from '../../store/orders.ts';
import type { Looks } from '../settle-order/look-at-order.ts';
import type { SettleOrder } from '../settle-order/settle-order.ts';

interface Parts {
  readonly looks: Looks;
  readonly settle: SettleOrder;
  readonly findLost: (order: StoredOrder) => Promise<void>;
  readonly log: Log;
  readonly firstMs: number;
}

const looksTaken = counter<{ outcome: 'done' | 'failed' }>({
  name: 'payment_looks_total',
  description: 'Orders that Razorpay was asked about, by whether that could be done',
});

/** Asks Razorpay about an order that is due, so that money is found whatever got lost on the way. */
export function reconcile({ looks, settle, findLost, log, firstMs }: Parts) {
  async function lookAt(order: PlacedOrder, ageMs: number): Promise<Again | undefined> {
    const look = await looks.atOrder(order);
    const occasion = ageMs >= WINDOW_MS ? 'last-look' : 'look';
    const ledger = await settle({ order_id: order.order_id, look, source: 'poll', occasion });
    const againInMs = ledger ? nextLook(ledger, { ageMs, firstMs }) : null;
    return againInMs === null ? undefined : { againInMs };
  }

  /** An order that was asked for and never came: perhaps only the answer got lost. */
  const lookInto = async (order: StoredOrder, at: Date): Promise<Again | undefined> =>
    isPlaced(order) ? lookAt(order, ageOf(order, at)) : void (await findLost(order));

  return async (order: StoredOrder, { claimedAt }: { claimedAt: Date }): Promise<Again | undefined> => {
    try {
      const again = await lookInto(order, claimedAt);
      looksTaken.add({ outcome: 'done' });
      return again;
    } catch (error) {
      looksTaken.add({ outcome: 'failed' });
      log.warn({ order_id: order.order_id, err: error }, 'an order could not be looked into');
      throw error;
    }
  };
}

/** All times are the database's. */
const ageOf = ({ left_at, placed_at }: StoredOrder, at: Date): number =>
  at.getTime() - ((left_at ?? placed_at)?.getTime() ?? 0);
