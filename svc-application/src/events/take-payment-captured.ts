import { applicationClaimLost, paymentCaptured } from '@archaka/contracts';
import { type Events, on, type Taken } from '@archaka/service-kit';
import type { Application } from '../domain/application.ts';
import { mayMove } from '../domain/application-state.ts';
import { type Claims, claimsOf, isHeldByAnother } from '../domain/claim.ts';
import { isNews, payBy } from '../domain/payments.ts';
import type { Stores } from '../store/stores.ts';
import { getApplication } from './get-application.ts';

/** Takes back claims that have gone or are about to, and holds those it has for good. */
async function holdForGood(stores: Stores, application: Application, claims: Claims): Promise<void> {
  const { id, userId } = application;
  const keys = claimsOf(application);
  const lost = keys.filter((key) => claims.get(key)?.applicationId !== id);
  const held = lost.map((key) => ({ key, applicationId: id, userId, freeAfter: null }));
  if (held.length > 0) await stores.claims.take(held, claims);
  const isEnding = keys.some((key) => claims.get(key)?.freeAfter);
  if (isEnding) await stores.claims.holdUntil(keys, { applicationId: id, freeAfter: null });
}

/**
 * Paid. A capture that comes after its hold ended takes the claims again or, when another holds one of
 * them by then, is given up so that the money goes back.
 */
export const takePaymentCaptured = (stores: Stores, events: Events): Taken =>
  on(paymentCaptured, async ({ application_id, order_id, payment_id, at }) => {
    const application = await getApplication(stores, application_id);
    const { id, state, lostPayments } = application;
    if (!isNews(application, payment_id)) return;
    const captured = { paymentId: payment_id, orderId: order_id, at: new Date(at) };
    const payments = [...application.payments, captured];
    if (!mayMove(state, 'paid')) return stores.applications.move(id, { payments });
    const claims = await stores.claims.find(claimsOf(application));
    const holder = { applicationId: id, now: new Date() };
    if (claimsOf(application).some((key) => isHeldByAnother(claims.get(key), holder))) {
      const lost = { state: 'lost', stateAt: captured.at, orderId: order_id } as const;
      await stores.applications.move(id, { ...lost, lostPayments: [...lostPayments, payment_id] });
      await events.publish(applicationClaimLost, { application_id, order_id, payment_id });
      return;
    }
    await holdForGood(stores, application, claims);
    await stores.applications.move(id, { payments, ...payBy(captured) });
  });
