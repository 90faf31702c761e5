import { ensureOrder } from '@archaka/contracts';
import { handleCall, invalid, ok } from '@archaka/service-kit';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import type { GetPayableOrder } from './payable-order.ts';

interface EnsureOrderDependencies {
  readonly orders: OrderRepository;
  readonly getPayableOrder: GetPayableOrder;
  /** Paise. */
  readonly fee: number;
}

/** Leaves room in Razorpay's 40 characters for the round's suffix: https://razorpay.com/docs/api/orders/create */
const MAX_ID_LENGTH = 36;

export const createEnsureOrderHandler = ({ orders, getPayableOrder, fee }: EnsureOrderDependencies) =>
  handleCall(ensureOrder, {
    handle: async ({ body: { application_id, user_id } }) => {
      if (application_id.length > MAX_ID_LENGTH) {
        throw invalid([{ field: 'application_id', message: `has more than ${MAX_ID_LENGTH} characters` }]);
      }
      await orders.createIfMissing({ application_id, user_id, amount: fee });
      const { order_id, amount, round } = await getPayableOrder(application_id);
      return ok({ data: [{ order_id, amount, round }] });
    },
  });
