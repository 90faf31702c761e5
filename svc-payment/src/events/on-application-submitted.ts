import { applicationSubmitted } from '@archaka/contracts';
import { handleEvent } from '@archaka/service-kit';
import type { OrderRepository } from '../persistence/order-repository.ts';

/** Creates no order at Razorpay: an order exists only once an applicant is about to pay. */
export const onApplicationSubmitted = (orders: OrderRepository, fee: number) =>
  handleEvent(applicationSubmitted, async ({ application_id, user_id }) => {
    await orders.createIfMissing({ application_id, user_id, amount: fee });
  });
