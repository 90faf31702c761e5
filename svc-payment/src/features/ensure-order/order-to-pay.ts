import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@archaka/service-kit';
import { replaceOrder } from '../../domain/replace-order.ts';
import { within } from '../../razorpay/asking.ts';
import type { BookStore } from '../../store/books.ts';
import { isPlaced, type OrderStore, type PlacedOrder } from '../../store/orders.ts';
import type { PlaceOrder } from './place-order.ts';

interface Parts {
  readonly db: Database;
  readonly orders: OrderStore;
  readonly books: BookStore;
  readonly place: PlaceOrder;
  /** Paise. */
  readonly fee: number;
}

/** The caller tells the applicant after 5 s that there is no order; its way here and back is in that, too. */
const ANSWER_WITHIN_MS = 4_000;
/** How often a caller looks whether another one has got the order. */
const LOOK_EVERY_MS = 50;

/**
 * The order that an application is to be paid by, made if there is none: its present one, or a new one in
 * place of one whose money went back. Of any number of callers one asks Razorpay, the others wait for it.
 * @throws PartDown when there is none in time; the next call then goes on from here.
 */
export function orderToPay({ db, orders, books, place, fee }: Parts) {
  const replace = ({ order_id, application_id, user_id, round }: PlacedOrder) =>
    db.transaction(async () => {
      const before = await books.open(order_id);
      const after = before && replaceOrder(before);
      if (!before || !after) return;
      await books.write(before, after);
      await orders.want({ application_id, user_id, amount: fee, round: round + 1 });
    });

  async function untilPlaced(applicationId: string, signal: AbortSignal): Promise<PlacedOrder> {
    for (;;) {
      const order = await orders.findByApplication(applicationId);
      if (isPlaced(order)) {
        if (order.state !== 'reversed') return order;
        await replace(order);
        continue;
      }
      const leased = order && (await orders.lease(order._id));
      if (leased) return place(leased);
      await pause(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  return (applicationId: string): Promise<PlacedOrder> =>
    within(ANSWER_WITHIN_MS, ({ signal }) => untilPlaced(applicationId, signal));
}
export type OrderToPay = ReturnType<typeof orderToPay>;
