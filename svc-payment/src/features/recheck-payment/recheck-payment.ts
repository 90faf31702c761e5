import { recheckPayment } from '@archaka/contracts';
import { handleCall, ok, toNetworkKey } from '@archaka/service-kit';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import type { MayPoll } from '../../persistence/poll-limits.ts';
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

/** Over the rate limit it returns the stored attempts without a poll. */
export const createRecheckPaymentHandler = ({
  orders,
  pollOrder,
  readAttempts,
  mayPoll,
}: RecheckPaymentDependencies) =>
  handleCall(recheckPayment, {
    handle: async ({ body, user, request }) => {
      const order = await getOwnOrder(orders, body.order_id, user);
      const { order_id: orderId } = order;
      if (await mayPoll({ orderId, network: toNetworkKey(request), session: user.sid }))
        await pollOrder(order);
      return ok({ data: toResponseAttempts(await readAttempts(order), body) });
    },
  });
