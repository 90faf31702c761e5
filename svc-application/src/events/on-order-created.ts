import { orderCreated } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import { applyOrderCreated } from '../domain/payments.ts';
import type { Repositories } from '../persistence/repositories.ts';

export const onOrderCreated = (repositories: Repositories): EventHandler =>
  handleEvent(orderCreated, async ({ application_id, order_id, round }) => {
    const application = await repositories.applications.getOutline(application_id);
    await repositories.applications.updatePaymentState(
      application.id,
      applyOrderCreated(application, { orderId: order_id, round }),
    );
    await repositories.drafts.discard(application, application.id);
  });
