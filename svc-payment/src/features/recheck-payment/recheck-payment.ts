import { recheckPayment } from '@archaka/contracts';
import { ok, serve } from '@archaka/service-kit';
import type { OrderStore } from '../../store/orders.ts';
import { getOwnOrder } from '../own-order.ts';
import type { AskNow } from '../settle-order/ask-now.ts';
import type { AttemptsOf } from '../show-attempts/show-attempts.ts';
import { shown } from '../show-attempts/shown.ts';

interface Parts {
  readonly orders: OrderStore;
  readonly askNow: AskNow;
  readonly attempts: AttemptsOf;
}

/** 'I was charged': asks Razorpay at once, repairs, and shows what is known then. */
export const recheckHandler = ({ orders, askNow, attempts }: Parts) =>
  serve(recheckPayment, async ({ body, user }) => {
    const order = await getOwnOrder(orders, body.order_id, user);
    await askNow(order);
    return ok({ data: shown(await attempts(order), body) });
  });
