import type { Payment, PaymentMethod } from '../entities.ts';
import type { BankVisit } from '../ledger/ledger-events.ts';
import { html } from './html.ts';
import { formatRupees, renderLayout } from './layout.ts';
import { banks } from './methods.ts';

const titles: Record<PaymentMethod, string> = {
  card: '3-D Secure',
  netbanking: 'Bank',
  upi: 'Test UPI app',
};
const notes: Record<PaymentMethod, string> = {
  card: 'Your card’s bank asks for your consent.',
  netbanking: 'You are signed in to your test account.',
  upi: 'The merchant asks you for money. Your test app asks for no PIN.',
};

/** The page of a bank or UPI app, as in Razorpay's test mode: the user selects the outcome of the payment. */
export function renderBankPage({ merchant }: BankVisit, payment: Payment): string {
  const bank = banks.find(({ code }) => code === payment.bank)?.name ?? titles[payment.method];
  return renderLayout(
    bank,
    html`<header class="bank">
<h1 id="bank-name">${bank}</h1>
<p>${notes[payment.method]}</p>
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
