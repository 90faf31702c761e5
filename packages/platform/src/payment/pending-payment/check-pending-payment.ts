import { type PaymentAttempt, recheckPayment } from '@archaka/contracts/calls';
import { addCatalogs } from '@archaka/web-kit';
import { callMutation } from '../../calls/call-endpoint.ts';
import { showAlert, toast } from '../../messages/show-message.ts';
import { sendNotice } from '../../notices/notices.ts';
import { portalStore } from '../../store/portal-store.ts';
import { checkoutApi } from '../checkout-api.ts';
import * as catalogs from './locales/te.po';
import { PendingPaymentDialog, pendingTitle } from './pending-payment-dialog.tsx';

addCatalogs(catalogs);

const { endpoints } = checkoutApi.injectEndpoints({
  endpoints: (build) => ({ recheck: callMutation(build, recheckPayment, { quiet: true }) }),
});

/** Excludes attempts that only started a checkout: the provider knows no payment of them. */
const isUnknown = ({ state, payment_id }: PaymentAttempt): boolean =>
  state === 'unknown' && payment_id !== null;

/** Null when the order is paid or pending at a bank. `known` counts when the provider is unreachable. */
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
