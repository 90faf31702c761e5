import { ensureOrder } from '@archaka/contracts';
import { invalid, ok, serve } from '@archaka/service-kit';
import type { OrderStore } from '../../store/orders.ts';
import type { OrderToPay } from './order-to-pay.ts';

interface Parts {
  readonly orders: OrderStore;
  readonly orderToPay: OrderToPay;
  /** Paise. */
  readonly fee: number;
}

/** Leaves room in Razorpay's 40 characters for the number of a later order: https://razorpay.com/docs/api/orders/create */
const LONGEST_ID = 36;

/** Gives the application's one order; 503 when there is none in time. */
export const ensureOrderHandler = ({ orders, orderToPay, fee }: Parts) =>
  serve(ensureOrder, async ({ body: { application_id, user_id } }) => {
    if (application_id.length > LONGEST_ID) {
      throw invalid([{ field: 'application_id', message: `has more than ${LONGEST_ID} characters` }]);
    }
    await orders.want({ application_id, user_id, amount: fee });
    const { order_id, amount, round } = await orderToPay(application_id);
    return ok({ data: [{ order_id, amount, round }] });
  });
