import { ensureOrder } from '@archaka/contracts';
import type { Application, OrderRef } from '../../domain/application.ts';
import { applyOrderCreated } from '../../domain/payments.ts';
import type { Dependencies } from '../dependencies.ts';

/** Total wait for an order: interfaces.md, One application. */
const TIMEOUT_MS = 5000;

/** Null when no order arrives in time; its event or the next submission then supplies it. */
export async function requestOrder(deps: Dependencies, application: Application): Promise<string | null> {
  const { services, repositories, log } = deps;
  const { id, userId, number, orderId, state } = application;
  if (orderId && state !== 'reversed') return orderId;
  try {
    const request = { application_id: id, user_id: userId, number };
    const { data } = await services.call(ensureOrder, request, { timeoutMs: TIMEOUT_MS });
    const created = data?.[0];
    if (created)
      await recordOrder(deps, application, { orderId: created.order_id, round: created.round ?? 1 });
    return created?.order_id ?? null;
  } catch (error) {
    log.warn(
      { err: error, application_id: id },
      'svc-payment returned no order in time; the form stays a draft',
    );
    return (await repositories.applications.findOutline(id))?.orderId ?? null;
  }
}

/** The response may precede the order's event, which then changes nothing. Reads again only what changed meanwhile. */
async function recordOrder(
  { db, repositories: { applications } }: Dependencies,
  application: Application,
  order: OrderRef,
): Promise<void> {
  if (await applications.recordOrder(application, applyOrderCreated(application, order))) return;
  await db.transaction(async () => {
    const current = await applications.findOutline(application.id);
    if (current) await applications.updatePaymentState(current.id, applyOrderCreated(current, order));
  });
}
