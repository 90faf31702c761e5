import { paymentReversed } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import { calculateClaimExpiry, toClaimKeys } from '../domain/claim.ts';
import { reversePayment } from '../domain/payments.ts';
import type { ClaimDependencies } from './on-payment-unpaid.ts';

/** Without another payment the application is payable again and its claims begin to expire. */
export const onPaymentReversed = ({ repositories }: ClaimDependencies): EventHandler =>
  handleEvent(paymentReversed, async ({ application_id, payment_id, order_id, at }) => {
    const application = await repositories.applications.getOutline(application_id);
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
      freeAfter: calculateClaimExpiry(new Date()),
    });
  });
