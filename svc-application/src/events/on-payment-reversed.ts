import { paymentReversed } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import { calculateClaimExpiry, toClaimKeys } from '../domain/claim.ts';
import { reversePayment } from '../domain/payments.ts';
import { getApplication } from './get-application.ts';
import type { ClaimDependencies } from './on-payment-unpaid.ts';

/**
 * The money of a payment went back at the provider or the bank. An application that has no other is to be
 * paid again, and its hold on mobile and Aadhaar begins to end as after any attempt that brought no money.
 */
export const onPaymentReversed = ({ repositories, holdHours }: ClaimDependencies): EventHandler =>
  handleEvent(paymentReversed, async ({ application_id, payment_id, order_id, at }) => {
    const application = await getApplication(repositories, application_id);
    const { id } = application;
    const change = reversePayment(application, {
      paymentId: payment_id,
      orderId: order_id,
      at: new Date(at),
    });
    await repositories.applications.updatePaymentState(id, change);
    if (change.state !== 'reversed' && change.state !== 'ordered') return;
    const claims = toClaimKeys(application);
    await repositories.firstHolds.reset(claims[1], application.userId);
    await repositories.claims.setExpiry(claims, {
      applicationId: id,
      freeAfter: calculateClaimExpiry(new Date(), holdHours),
    });
  });
