import type { Payment, PaymentError } from '../entities.ts';
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
  return toErrorFields(payment, { payment_id: payment.id, order_id: payment.order_id });
}

function toErrorFields(error: PaymentError, metadata: Record<string, string>): Record<string, string> {
  return {
    'error[code]': error.error_code ?? '',
    'error[description]': error.error_description ?? '',
    'error[source]': error.error_source ?? '',
    'error[step]': error.error_step ?? '',
    'error[reason]': error.error_reason ?? '',
    'error[metadata]': JSON.stringify(metadata),
  };
}

/** Posts the outcome of a payment. */
export function renderReturnPage(target: ReturnTarget, payment: Payment, keySecret: string): string {
  const failed = payment.status === 'failed';
  return renderReturnForm(target, {
    title: failed ? 'Payment failed' : 'Payment successful',
    text: failed ? (payment.error_description ?? '') : 'Thank you.',
    fields: toCallbackFields(payment, keySecret),
  });
}

/** Posts the error of a request of which no payment was made. */
export function renderRejectionPage(target: ReturnTarget, orderId: string, error: PaymentError): string {
  return renderReturnForm(target, {
    title: 'Payment failed',
    text: error.error_description ?? '',
    fields: toErrorFields(error, { order_id: orderId }),
  });
}

type Return = { title: string; text: string; fields: Callback | Record<string, string> };

/** The page's script submits the form automatically. */
function renderReturnForm({ merchant, callback_url }: ReturnTarget, { title, text, fields }: Return): string {
  return renderLayout(
    title,
    html`<h1>${title}</h1>
<p>${text} You are being taken back to ${merchant}.</p>
<form method="post" action="${callback_url}" id="return" data-press>
${renderHiddenFields(fields)}
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
