import { formatRupees, type Html, html, renderHiddenFields, renderLayout } from './pages.ts';
import { banks, type CheckoutRequest, TEST_CARD } from './request.ts';

export function renderPaymentPage(request: CheckoutRequest): string {
  return renderLayout(
    `Pay ${request.name}`,
    html`${renderMerchant(request)}
<form method="post" action="/v1/checkout/pay" id="checkout">
${renderHiddenFields(request)}
<fieldset class="methods">
<legend>How do you want to pay?</legend>
<label><input type="radio" name="method" value="card" id="method-card" checked>Card</label>
<label><input type="radio" name="method" value="netbanking" id="method-netbanking">Net-banking</label>
<label><input type="radio" name="method" value="upi" id="method-upi">UPI</label>
</fieldset>
<div id="card-fields">
<p class="hint">Fields left empty take the test card in grey.</p>
${renderField({ id: 'card-number', name: 'card[number]', label: 'Card number', sample: TEST_CARD, autocomplete: 'cc-number' })}
<div class="pair">
${renderField({ id: 'card-expiry', name: 'card[expiry]', label: 'Expiry (MM/YY)', sample: '12/30', autocomplete: 'cc-exp' })}
${renderField({ id: 'card-cvv', name: 'card[cvv]', label: 'CVV', sample: '123', autocomplete: 'cc-csc' })}
</div>
</div>
<div id="netbanking-fields">
<label for="bank">Bank</label>
<select id="bank" name="bank">${Object.entries(banks).map(([code, name]) => html`<option value="${code}">${name}</option>`)}</select>
</div>
<div id="upi-fields">
<fieldset class="methods">
<legend>Which way?</legend>
<label><input type="radio" name="upi[flow]" value="qr" id="upi-qr" checked>Scan a QR code</label>
<label><input type="radio" name="upi[flow]" value="intent" id="upi-app">App on this phone</label>
</fieldset>
</div>
<label class="choice"><input type="checkbox" name="bank_page" value="1" id="bank-page">Ask me on the bank’s page</label>
<button class="main" id="pay" name="outcome" value="pay">Pay</button>
<div class="pair">
<button id="fail" name="outcome" value="fail">Fail</button>
<button id="cancel" name="outcome" value="cancel">Cancel</button>
</div>
</form>`,
  );
}

function renderMerchant(request: CheckoutRequest): Html {
  const contact = request['prefill[contact]'];
  return html`<header class="merchant">
<p class="mark" aria-hidden="true">${[...request.name][0] ?? ''}</p>
<h1 id="merchant">${request.name}</h1>
<p id="description">${request.description}</p>
<p class="amount" id="amount">${formatRupees(Number(request.amount))}</p>
<dl>
${contact === '' ? '' : html`<div><dt>Mobile</dt><dd id="contact">${contact}</dd></div>`}
<div><dt>Order</dt><dd id="order">${request.order_id}</dd></div>
</dl>
</header>`;
}

interface FieldOptions {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly sample: string;
  readonly autocomplete: string;
}

function renderField({ id, name, label, sample, autocomplete }: FieldOptions): Html {
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" placeholder="${sample}">
</div>`;
}
