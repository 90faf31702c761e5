import { orderCreated } from '@archaka/contracts';
import { on, type Taken } from '@archaka/service-kit';
import { knowOrder } from '../domain/payments.ts';
import type { Stores } from '../store/stores.ts';
import { getApplication } from './get-application.ts';

/** The order is known: the application is listed, and no draft of it is left. */
export const takeOrderCreated = (stores: Stores): Taken =>
  on(orderCreated, async ({ application_id, order_id, round }) => {
    const application = await getApplication(stores, application_id);
    await stores.applications.move(application.id, knowOrder(application, { orderId: order_id, round }));
    await stores.drafts.discard(application, application.id);
  });
