import { orderCreated } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import { applyOrderCreated } from '../domain/payments.ts';
import type { Repositories } from '../persistence/repositories.ts';

export const onOrderCreated = (repositories: Repositories): EventHandler =>
  handleEvent(orderCreated, async ({ application_id, order_id, round }) => {
    const application = await repositories.applications.getOutline(application_id);
    const change = applyOrderCreated(application, { orderId: order_id, round });
    // The response to the submission reported it already, and the submission closed the draft.
    if (Object.keys(change).length === 0) return;
    await repositories.applications.updatePaymentState(application.id, change);
    await repositories.drafts.discard(application, application.id);
  });
