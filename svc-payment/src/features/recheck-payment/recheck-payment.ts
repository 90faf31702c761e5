import { recheckPayment } from '@archaka/contracts';
import { ok, serve, toNetworkKey } from '@archaka/service-kit';
import type { OrderStore } from '../../store/orders.ts';
import type { MayPoll } from '../../store/poll-limits.ts';
import { getOwnOrder } from '../own-order.ts';
import type { AskNow } from '../settle-order/ask-now.ts';
import type { AttemptsOf } from '../show-attempts/show-attempts.ts';
import { shown } from '../show-attempts/shown.ts';

interface Parts {
  readonly orders: OrderStore;
  readonly askNow: AskNow;
  readonly attempts: AttemptsOf;
  readonly mayPoll: MayPoll;
}

/** 'I was charged': asks Razorpay at once, unless that was done too often, repairs, and shows what is known then. */
export const recheckHandler = ({ orders, askNow, attempts, mayPoll }: Parts) =>
  serve(recheckPayment, async ({ body, user, request }) => {
    const order = await getOwnOrder(orders, body.order_id, user);
    const { order_id: orderId } = order;
    if (await mayPoll({ orderId, network: toNetworkKey(request), session: user.sid })) await askNow(order);
    return ok({ data: shown(await attempts(order), body) });
  });
