import type { Payment } from '../entities.ts';
import { type Callback, signCallback } from '../signature.ts';
import { html } from './html.ts';
import { renderHiddenFields, renderLayout } from './layout.ts';
import type { CheckoutRequest } from './request.ts';

type ReturnTarget = Pick<CheckoutRequest, 'callback_url'> & { merchant: string };

/**
 * The fields posted to the merchant: the signed ids, or for a failed payment the error fields.
 * https://razorpay.com/docs/payments/payment-gateway/callback-url
 */
function toCallbackFields(payment: Payment, keySecret: string): Callback | Record<string, string> {
  if (payment.status !== 'failed') return signCallback(payment, keySecret);
  return {
    'error[code]': payment.error_code ?? '',
    'error[description]': payment.error_description ?? '',
    'error[source]': payment.error_source ?? '',
    'error[step]': payment.error_step ?? '',
    'error[reason]': payment.error_reason ?? '',
    'error[metadata]': JSON.stringify({ payment_id: payment.id, order_id: payment.order_id }),
  };
}

/** The form that posts the outcome; the page's script submits it automatically. */
export function renderReturnPage(
  { merchant, callback_url }: ReturnTarget,
  payment: Payment,
  keySecret: string,
): string {
  const failed = payment.status === 'failed';
  const title = failed ? 'Payment failed' : 'Payment successful';
  return renderLayout(
    title,
    html`<h1>${title}</h1>
<p>${failed ? (payment.error_description ?? '') : 'Thank you.'} You are being taken back to ${merchant}.</p>
<form method="post" action="${callback_url}" id="return" data-press>
${renderHiddenFields(toCallbackFields(payment, keySecret))}
<button class="main" id="continue">Continue</button>
</form>`,
  );
}

/** For a payer who presses Pay twice or returns to a paid order. */
export function renderPaidPage(request: CheckoutRequest, payment: Payment, keySecret: string): string {
  return renderLayout(
    'Already paid',
    html`<h1>Already paid</h1>
<p>This order has been paid. You have not been charged again.</p>
<form method="post" action="${request.callback_url}" id="return">
${renderHiddenFields(toCallbackFields(payment, keySecret))}
<button class="main" id="continue">Continue</button>
</form>`,
  );
}

export function renderCancelledPage(): string {
  return renderLayout(
    'Payment cancelled',
    html`<h1>Payment cancelled</h1>
<p>You can close this page.</p>`,
  );
}

export function renderErrorPage(reason: string): string {
  return renderLayout(
    'This payment cannot be started',
    html`<h1>This payment cannot be started</h1>
<p id="reason">${reason}</p>
<p>Go back to the page you came from and try again.</p>`,
  );
}
