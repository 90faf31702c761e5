import type { Response } from 'express';
import encodeQR from 'qr';
import type { Payment, PaymentError } from '../entities.ts';
import type { BankVisit } from '../ledger/ledger.ts';
import { type Callback, signCallback } from '../signature.ts';
import { banks, type CheckoutRequest } from './request.ts';

/** Escaped markup. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | Html[];

/** Markup whose values are escaped, unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(toMarkup)));
}

function toMarkup(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(toMarkup).join('');
  return escapeHtml(String(value));
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** A complete page. Styles and scripts come from this origin; nothing is inline. */
export function renderLayout(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/checkout/checkout.css">
<script src="/checkout/checkout.js" defer></script>
</head>
<body>
<header class="ribbon">Test payment: no money moves</header>
<main>
${body}
</main>
</body>
</html>
`.text;
}

export function renderHiddenFields(fields: Record<string, string>): Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  );
}

/** Paise in the Indian format, e.g. `₹ 1,00,000.00`. */
export function formatRupees(paise: number): string {
  return `₹ ${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`;
}

const CARD_NOTE = 'Your card’s bank asks for your consent.';
const ACCOUNT_NOTE = 'You are signed in to your test account.';

/** The page of a bank, as in Razorpay's test mode: the user selects the outcome of the payment. */
export function renderBankPage({ merchant }: BankVisit, payment: Payment): string {
  const bank = banks[payment.bank ?? ''] ?? '3-D Secure';
  return renderLayout(
    bank,
    html`<header class="bank">
<h1 id="bank-name">${bank}</h1>
<p>${payment.method === 'card' ? CARD_NOTE : ACCOUNT_NOTE}</p>
</header>
<form method="post" id="bank-form">
<dl>
<div><dt>Pay to</dt><dd id="merchant">${merchant}</dd></div>
<div><dt>Amount</dt><dd id="amount">${formatRupees(payment.amount)}</dd></div>
<div><dt>Payment</dt><dd id="payment">${payment.id}</dd></div>
</dl>
<div class="pair">
<button class="main" id="success" name="outcome" value="success">Success</button>
<button id="failure" name="outcome" value="failure">Failure</button>
</div>
</form>
<p class="hint">Close this page to leave the payment as it is.</p>`,
  );
}

/** No bank has the handle: an app that reads the test link finds no payee. */
const MERCHANT_VPA = 'simulator@example';

/** The link that a payer's app opens or scans (NPCI's UPI linking specification 1.6). */
function createUpiLink(merchant: string, { id, amount }: Payment): string {
  const fields = {
    pa: MERCHANT_VPA,
    pn: merchant,
    tr: id,
    am: (amount / 100).toFixed(2),
    cu: 'INR',
    mode: '04',
  };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `upi://pay?${query.join('&')}`;
}

/** The code to scan and the link for an app on this device. The script continues after the app's response. */
export function renderUpiPage(
  { merchant }: BankVisit,
  payment: Payment,
  { app, state, back }: { app: string; state: string; back: string },
): string {
  const link = createUpiLink(merchant, payment);
  const code = new Html(encodeQR(link, 'svg', { ecc: 'medium' }));
  return renderLayout(
    'Pay by UPI',
    html`<header class="bank">
<h1>Pay by UPI</h1>
<p>To <span id="merchant">${merchant}</span></p>
<p class="amount" id="amount">${formatRupees(payment.amount)}</p>
</header>
<section class="sheet">
<p id="qr-hint">Scan the code with any UPI app, or open the app on this phone.</p>
<div id="qr" role="img" aria-label="QR code of the payment">${code}</div>
<a class="main" id="upi-link" href="${link}">Pay by UPI app</a>
<p class="hint" role="status" id="upi-wait" data-poll="${state}" data-back="${back}">Waiting for the app. The request ends after ten minutes.</p>
<p><a id="upi-done" href="${back}">I have paid in the app</a></p>
</section>
<form method="post" action="${app}">
<p class="hint">This is a test: no app finds the payee of the code. Say here how the app answers.</p>
<div class="pair">
<button class="main" id="success" name="outcome" value="success">Success</button>
<button id="failure" name="outcome" value="failure">Failure</button>
</div>
</form>`,
  );
}

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

/** The page's policy: no loads from other origins, posts only to this origin and the merchant's addresses. */
export function sendPage(
  response: Response,
  text: string,
  merchant: { callback_url?: string; cancel_url?: string } = {},
  status = 200,
): void {
  const addresses = [merchant.callback_url ?? '', merchant.cancel_url ?? ''].filter((url) => url !== '');
  const targets = new Set(["'self'", ...addresses.map((url) => new URL(url).origin)]);
  response
    .status(status)
    .type('html')
    .set({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action ${[...targets].join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
    });
  response.send(text);
}
