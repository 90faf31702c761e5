import { setTimeout as pause } from 'node:timers/promises';
import { ensureOrder } from '@archaka/contracts';
import { invalid, ok, serve } from '@archaka/service-kit';
import { within } from '../../razorpay/asking.ts';
import type { OrderStore, PlacedOrder, StoredOrder } from '../../store/orders.ts';
import type { PlaceOrder } from './place-order.ts';

interface Parts {
  readonly orders: OrderStore;
  readonly place: PlaceOrder;
  /** Paise. */
  readonly fee: number;
}

/** The caller tells the applicant after 5 s that there is no order; its way here and back is in that, too. */
const ANSWER_WITHIN_MS = 4_000;
/** How often a caller looks whether another one has got the order. */
const LOOK_EVERY_MS = 50;
/** Razorpay's limit for a receipt: https://razorpay.com/docs/api/orders/create */
const LONGEST_RECEIPT = 40;

const hasId = (order: StoredOrder | undefined): order is PlacedOrder => typeof order?.order_id === 'string';

/**
 * Gives the application's one order. Of any number of callers one asks Razorpay, the others wait for it.
 * 503 when there is none in time; the next call then goes on from here.
 */
export function ensureOrderHandler({ orders, place, fee }: Parts) {
  async function orderOf(applicationId: string, signal: AbortSignal): Promise<PlacedOrder> {
    for (;;) {
      const order = await orders.findByApplication(applicationId);
      if (hasId(order)) return order;
      const leased = await orders.lease(applicationId);
      if (leased) return place(leased);
      await pause(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  return serve(ensureOrder, async ({ body: { application_id, user_id } }) => {
    if (application_id.length > LONGEST_RECEIPT) {
      throw invalid([{ field: 'application_id', message: `has more than ${LONGEST_RECEIPT} characters` }]);
    }
    await orders.want({ application_id, user_id, amount: fee });
    const { order_id, amount } = await within(ANSWER_WITHIN_MS, ({ signal }) =>
      orderOf(application_id, signal),
    );
    return ok({ data: [{ order_id, amount }] });
  });
}
