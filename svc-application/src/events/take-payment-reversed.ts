import { paymentReversed } from '@archaka/contracts';
import { on, type Taken } from '@archaka/service-kit';
import { claimsOf, holdEnd } from '../domain/claim.ts';
import { losePayment } from '../domain/payments.ts';
import { getApplication } from './get-application.ts';
import type { Holding } from './take-payment-unpaid.ts';

/**
 * The money of a payment went back at the provider or the bank. An application that has no other is to be
 * paid again, and its hold on mobile and Aadhaar begins to end as after any attempt that brought no money.
 */
export const takePaymentReversed = ({ stores, holdHours }: Holding): Taken =>
  on(paymentReversed, async ({ application_id, payment_id, at }) => {
    const application = await getApplication(stores, application_id);
    const { id } = application;
    const change = losePayment(application, payment_id, new Date(at));
    await stores.applications.move(id, change);
    if (change.state !== 'reversed' && change.state !== 'ordered') return;
    const claims = claimsOf(application);
    await stores.firstHolds.restart(claims[1], application.userId);
    await stores.claims.holdUntil(claims, {
      applicationId: id,
      freeAfter: holdEnd(new Date(), holdHours),
    });
  });
