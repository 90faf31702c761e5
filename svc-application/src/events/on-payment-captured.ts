import { paymentCaptured } from '@archaka/contracts';
import { type EventHandler, type EventPublisher, handleEvent } from '@archaka/service-kit';
import type { ApplicationOutline } from '../domain/application.ts';
import { type Claims, isHeldByAnother, toClaimKeys } from '../domain/claim.ts';
import { applyCapture, giveUpCapture, isNewPayment } from '../domain/payments.ts';
import type { Repositories } from '../persistence/repositories.ts';

async function confirmClaims(
  repositories: Repositories,
  application: ApplicationOutline,
  claims: Claims,
): Promise<void> {
  const { id, userId } = application;
  const keys = toClaimKeys(application);
  const missing = keys.filter((key) => claims.get(key)?.applicationId !== id);
  const confirmed = missing.map((key) => ({ key, applicationId: id, userId, freeAfter: null }));
  if (confirmed.length > 0) await repositories.claims.acquire(confirmed, claims);
  const isExpiring = keys.some((key) => claims.get(key)?.freeAfter);
  if (isExpiring) await repositories.claims.setExpiry(keys, { applicationId: id, freeAfter: null });
}

/** A late capture acquires expired claims again. If another application holds one, the payment is refunded. */
export const onPaymentCaptured = (repositories: Repositories, events: EventPublisher): EventHandler =>
  handleEvent(paymentCaptured, async ({ application_id, order_id, payment_id, at }) => {
    const application = await repositories.applications.getOutline(application_id);
    const { id } = application;
    if (!isNewPayment(application, payment_id)) return;
    const captured = { paymentId: payment_id, orderId: order_id, at: new Date(at) };
    const capture = applyCapture(application, captured);
    if (!capture.state) return repositories.applications.updatePaymentState(id, capture);
    const claims = await repositories.claims.find(toClaimKeys(application));
    const holder = { applicationId: id, now: new Date() };
    if (toClaimKeys(application).some((key) => isHeldByAnother(claims.get(key), holder))) {
      const { change, event } = giveUpCapture(application, captured);
      await repositories.applications.updatePaymentState(id, change);
      await events.publish(event, { application_id, order_id, payment_id });
      return;
    }
    await confirmClaims(repositories, application, claims);
    await repositories.applications.updatePaymentState(id, capture);
  });
