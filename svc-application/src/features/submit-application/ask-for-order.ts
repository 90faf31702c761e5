import { ensureOrder } from '@archaka/contracts';
import type { Application } from '../../domain/application.ts';
import type { Setting } from '../setting.ts';

/** All that an applicant waits for an order: interfaces.md, One application. */
const PATIENCE_MS = 5000;

/**
 * Gives the application's order id, asking svc-payment for it when none is known; null when there is
 * none in time. Then the order comes by its event, or the applicant's next press asks again.
 */
export async function askForOrder(
  { services, stores, log }: Setting,
  { id, userId, number, orderId }: Application,
): Promise<string | null> {
  if (orderId) return orderId;
  try {
    const order = { application_id: id, user_id: userId, number };
    const { data } = await services.call(ensureOrder, order, { timeoutMs: PATIENCE_MS });
    const made = data?.[0]?.order_id;
    if (made) await stores.applications.attachOrder(id, made);
    return made ?? null;
  } catch (error) {
    log.warn({ err: error, application_id: id }, 'no order in time');
    return (await stores.applications.find(id))?.orderId ?? null;
  }
}
