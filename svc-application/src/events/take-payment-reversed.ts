import { paymentReversed } from '@archaka/contracts';
import { on, type Taken } from '@archaka/service-kit';
import { aadhaarClaim, holdEnd, mobileClaim } from '../domain/claim.ts';
import { losePayment } from '../domain/payments.ts';
import type { Stores } from '../store/stores.ts';
import { getApplication } from './get-application.ts';

interface Holding {
  readonly stores: Stores;
  readonly holdHours: number;
}

/**
 * The money of a payment went back at the provider or the bank. An application that has no other is to be
 * paid again, and its hold on mobile and Aadhaar begins to end as after any attempt that brought no money.
 */
export const takePaymentReversed = ({ stores, holdHours }: Holding): Taken =>
  on(paymentReversed, async ({ application_id, payment_id, at }) => {
    const application = await getApplication(stores, application_id);
    const { id, examYear, number, content } = application;
    const change = losePayment(application, payment_id, new Date(at));
    await stores.applications.move(id, change);
    if (change.state !== 'reversed' && change.state !== 'ordered') return;
    const keys = [mobileClaim(examYear, number), aadhaarClaim(examYear, content.aadhaarIndex)];
    await stores.claims.holdUntil(keys, { applicationId: id, freeAfter: holdEnd(new Date(), holdHours) });
  });
