import type { Payment } from '../entities.ts';
import type { BankVisit } from '../ledger/ledger-events.ts';
import { html } from './html.ts';
import { formatRupees, renderLayout } from './layout.ts';
import { banks } from './methods.ts';

const CARD_NOTE = 'Your card’s bank asks for your consent.';
const ACCOUNT_NOTE = 'You are signed in to your test account.';

/** The page of a bank, as in Razorpay's test mode: the user selects the outcome of the payment. */
export function renderBankPage({ merchant }: BankVisit, payment: Payment): string {
  const bank = banks.find(({ code }) => code === payment.bank)?.name ?? '3-D Secure';
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
