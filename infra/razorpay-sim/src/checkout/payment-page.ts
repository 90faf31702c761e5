import { banks, indianCards, type TestCard, type TestCardGroup, testCardGroups } from './cards-and-banks.ts';
import type { Choice, Mistakes } from './choice.ts';
import { formatRupees, type Html, html, renderHiddenFields, renderLayout } from './pages.ts';
import type { CheckoutRequest } from './request.ts';

type FormState = { choice?: Choice | undefined; mistakes?: Mistakes };

/** The payment page; after a mistake with the typed values (never the CVV) and messages. */
export function renderPaymentPage(
  request: CheckoutRequest,
  { choice, mistakes = {} }: FormState = {},
): string {
  const method = choice?.method ?? 'card';
  return renderLayout(
    `Pay ${request.name}`,
    html`${renderMerchant(request)}
<form method="post" action="/v1/checkout/pay" id="checkout">
${renderHiddenFields(request)}
${Object.keys(mistakes).length > 0 ? html`<p class="mistake" role="alert">Please check what is marked below.</p>` : ''}
<fieldset class="methods">
<legend>How do you want to pay?</legend>
<label><input type="radio" name="method" value="card" id="method-card" ${toCheckedAttribute(method === 'card')}>Card</label>
<label><input type="radio" name="method" value="netbanking" id="method-netbanking" ${toCheckedAttribute(method === 'netbanking')}>Net-banking</label>
<label><input type="radio" name="method" value="upi" id="method-upi" ${toCheckedAttribute(method === 'upi')}>UPI</label>
</fieldset>
${renderCardFields({ choice, mistakes })}
<div id="netbanking-fields">
<label for="bank">Bank</label>
${mistakes.bank === undefined ? '' : html`<p class="mistake" id="bank-mistake">${mistakes.bank}</p>`}
<select id="bank" name="bank">${banks.map(({ code, name }) => html`<option value="${code}" ${code === choice?.bank ? 'selected' : ''}>${name}</option>`)}</select>
</div>
${renderUpiFields(choice)}
<label class="choice"><input type="checkbox" name="bank_page" value="1" id="bank-page" ${toCheckedAttribute(choice?.bank_page !== undefined)}>Ask me on the bank’s page</label>
<button class="main" id="pay" name="outcome" value="pay">Pay</button>
<div class="pair">
<button id="fail" name="outcome" value="fail">Fail</button>
<button id="cancel" name="outcome" value="cancel">Cancel</button>
</div>
</form>
${renderTestCardsPanel()}`,
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

function renderCardFields({ choice, mistakes = {} }: FormState): Html {
  return html`<div id="card-fields">
<p class="hint">Fields left empty take the test card in grey.</p>
${renderField({ id: 'card-number', name: 'card[number]', label: 'Card number', sample: indianCards[0].number, autocomplete: 'cc-number', value: choice?.['card[number]'], mistake: mistakes['card[number]'] })}
<div class="pair">
${renderField({ id: 'card-expiry', name: 'card[expiry]', label: 'Expiry (MM/YY)', sample: '12/30', autocomplete: 'cc-exp', value: choice?.['card[expiry]'], mistake: mistakes['card[expiry]'] })}
${renderField({ id: 'card-cvv', name: 'card[cvv]', label: 'CVV', sample: '123', autocomplete: 'cc-csc', mistake: mistakes['card[cvv]'] })}
</div>
</div>`;
}

function renderUpiFields(choice?: Choice): Html {
  const flow = choice?.['upi[flow]'] ?? 'qr';
  return html`<div id="upi-fields">
<fieldset class="methods">
<legend>Which way?</legend>
<label><input type="radio" name="upi[flow]" value="qr" id="upi-qr" ${toCheckedAttribute(flow === 'qr')}>Scan a QR code</label>
<label><input type="radio" name="upi[flow]" value="intent" id="upi-app" ${toCheckedAttribute(flow === 'intent')}>App on this phone</label>
</fieldset>
</div>`;
}

type FieldOptions = {
  id: string;
  name: string;
  label: string;
  sample: string;
  autocomplete: string;
  value?: string | undefined;
  mistake?: string | undefined;
};

function renderField(field: FieldOptions): Html {
  const { id, name, label, sample, autocomplete, value = '', mistake } = field;
  const errorAttributes =
    mistake === undefined ? '' : html`aria-invalid="true" aria-describedby="${id}-mistake"`;
  return html`<div class="field">
<label for="${id}">${label}</label>
${mistake === undefined ? '' : html`<p class="mistake" id="${id}-mistake">${mistake}</p>`}
<input id="${id}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" placeholder="${sample}" value="${value}" ${errorAttributes}>
</div>`;
}

function toCheckedAttribute(isChecked: boolean): string {
  return isChecked ? 'checked' : '';
}

/** The test cards by purpose, the usual ones unfolded. With the page's script a press fills one in. */
function renderTestCardsPanel(): Html {
  return html`<aside id="test-cards">
${testCardGroups.map(renderGroup)}
</aside>`;
}

function renderGroup({ title, hint, cards }: TestCardGroup, index: number): Html {
  return html`<details ${index === 0 ? 'open' : ''}>
<summary><h2>${title}</h2></summary>
<p class="hint">${hint}</p>
<ul>${cards.map(renderCard)}</ul>
</details>`;
}

function renderCard({ network, number, failure }: TestCard): Html {
  const ending = failure === undefined ? '' : html`<br><small>${failure.error_reason ?? ''}</small>`;
  return html`<li><span>${network}<br><code>${number}</code>${ending}</span> <button type="button" data-card="${number}" hidden aria-label="Use ${network} ${number}">Use</button></li>`;
}
