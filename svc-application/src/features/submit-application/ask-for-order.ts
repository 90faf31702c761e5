import { ensureOrder } from '@archaka/contracts';
import type { Application, KnownOrder } from '../../domain/application.ts';
import { knowOrder } from '../../domain/payments.ts';
import type { Setting } from '../setting.ts';

/** All that an applicant waits for an order: interfaces.md, One application. */
const PATIENCE_MS = 5000;

/**
 * Gives the application's order id, asking svc-payment for it when none is known; null when there is
 * none in time. Then the order comes by its event, or the applicant's next press asks again.
 */
export async function askForOrder(
  setting: Setting,
  { id, userId, number, orderId, state }: Application,
): Promise<string | null> {
  const { services, stores, log } = setting;
  if (orderId && state !== 'reversed') return orderId;
  try {
    const order = { application_id: id, user_id: userId, number };
    const { data } = await services.call(ensureOrder, order, { timeoutMs: PATIENCE_MS });
    const made = data?.[0];
    if (made) await noteOrder(setting, { id, order: { orderId: made.order_id, round: made.round ?? 1 } });
    return made?.order_id ?? null;
  } catch (error) {
    log.warn({ err: error, application_id: id }, 'no order in time');
    return (await stores.applications.find(id))?.orderId ?? null;
  }
}

/** The answer may come before the order's own event, which then changes nothing. */
const noteOrder = (
  { db, stores }: Setting,
  { id, order }: { id: string; order: KnownOrder },
): Promise<void> =>
  db.transaction(async () => {
    const application = await stores.applications.find(id);
    if (application) await stores.applications.move(id, knowOrder(application, order));
  });
