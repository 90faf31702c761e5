import { type PaymentAttempt, recheckPayment } from '@archaka/contracts';
import { addCatalogs } from '@archaka/web-kit';
import { callMutation } from '../../calls/call-endpoint.ts';
import { showAlert, toast } from '../../messages/show-message.ts';
import { sendNotice } from '../../notices/notices.ts';
import { portalStore } from '../../store/portal-store.ts';
import { checkoutApi } from '../checkout-api.ts';
import { messages as en } from './locales/en.po';
import { messages as te } from './locales/te.po';
import { PendingPaymentDialog, pendingTitle } from './pending-payment-dialog.tsx';

addCatalogs({ te, en });

const { endpoints } = checkoutApi.injectEndpoints({
  endpoints: (build) => ({ recheck: callMutation(build, recheckPayment, { quiet: true }) }),
});

/** Only having left for the checkout is no payment: the provider, when asked, has seen none. */
const isUnknown = ({ state, payment_id }: PaymentAttempt): boolean =>
  state === 'unknown' && payment_id !== null;

/**
 * Asks the provider what became of the order's payments, and gives the question for the applicant when that is not
 * known yet. What is paid, or held by a bank, is not paid again at all: that is said, and null given.
 * @param known what counts when the provider cannot be asked
 */
export async function checkPendingPayment(orderId: string, known: readonly PaymentAttempt[]) {
  const { data } = await portalStore.dispatch(endpoints.recheck.initiate({ order_id: orderId }));
  const attempts = data?.data ?? known;
  const hasAttempt = (wanted: PaymentAttempt['state']) => attempts.some(({ state }) => state === wanted);
  if (!hasAttempt('taken') && !hasAttempt('held'))
    return attempts.some(isUnknown) ? PendingPaymentDialog : undefined;
  if (hasAttempt('taken')) toast('This application is paid already.');
  else
    showAlert({
      title: pendingTitle.id,
      text: 'Your bank holds a payment for this application. Please wait until it is taken or let go.',
    });
  sendNotice('payment-changed', { order_id: orderId });
  return null;
}
