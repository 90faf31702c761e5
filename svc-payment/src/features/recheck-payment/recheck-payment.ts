import { recheckPayment } from '@archaka/contracts';
import { handleCall, ok, toNetworkKey } from '@archaka/service-kit';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import type { MayPoll, PollRequest } from '../../persistence/poll-limits.ts';
import type { CreatedOrder } from '../../persistence/stored-order.ts';
import type { ConfirmPayment } from '../confirm-payment/confirm-payment.ts';
import { getOwnOrder } from '../own-order.ts';
import { toResponseAttempts } from '../show-attempts/response-attempts.ts';
import type { ReadAttempts } from '../show-attempts/show-attempts.ts';

interface RecheckPaymentDependencies {
  readonly orders: OrderRepository;
  readonly pollOrder: ConfirmPayment['pollOrder'];
  readonly readAttempts: ReadAttempts;
  readonly mayPoll: MayPoll;
}

/** Over the rate limit it returns the stored attempts. Then, and after a failed poll, the order is polled within a minute. */
export function createRecheckPaymentHandler({
  orders,
  pollOrder,
  readAttempts,
  mayPoll,
}: RecheckPaymentDependencies) {
  async function pollNowOrSoon(order: CreatedOrder, request: PollRequest): Promise<void> {
    if (!(await mayPoll(request))) return orders.expeditePoll(order.order_id);
    await pollOrder(order).catch(async (error: unknown) => {
      await orders.expeditePoll(order.order_id);
      throw error;
    });
  }

  return handleCall(recheckPayment, {
    handle: async ({ body, user, request }) => {
      const order = await getOwnOrder(orders, body.order_id, user);
      const network = toNetworkKey(request);
      await pollNowOrSoon(order, { orderId: order.order_id, network, session: user.sid });
      return ok({ data: toResponseAttempts(await readAttempts(order), body) });
    },
  });
}
