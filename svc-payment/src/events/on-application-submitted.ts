import { applicationSubmitted } from '@archaka/contracts';
import { handleEvent } from '@archaka/service-kit';
import type { OrderRepository } from '../persistence/order-repository.ts';

/**
 * Enters a submitted application in the books, whether or not it has been asked about. It makes no
 * order: that is for the applicant's next press, so that an order stands only where somebody is about
 * to pay, and a provider that was down is not asked again by a form nobody waits at.
 */
export const onApplicationSubmitted = (orders: OrderRepository, fee: number) =>
  handleEvent(applicationSubmitted, async ({ application_id, user_id }) => {
    await orders.createIfMissing({ application_id, user_id, amount: fee });
  });
