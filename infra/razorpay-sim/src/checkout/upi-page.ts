import encodeQR from 'qr';
import type { Payment } from '../entities.ts';
import type { BankVisit } from '../ledger/ledger-events.ts';
import { createUpiLink } from '../money/upi.ts';
import { Html, html } from './html.ts';
import { formatRupees, renderLayout } from './layout.ts';

type Paths = { app: string; state: string; back: string };

/** The code to scan and the link for an app on this device. The script continues after the app's response. */
export function renderUpiPage(
  { merchant }: BankVisit,
  payment: Payment,
  { app, state, back }: Paths,
): string {
  const link = createUpiLink({ merchant, paymentId: payment.id, amount: payment.amount });
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
