import type { Choice, Mistakes } from './choice.ts';
import { type Html, html } from './html.ts';
import { hidden, layout, rupees } from './layout.ts';
import { banks } from './methods.ts';
import type { CheckoutRequest } from './request.ts';
import { indianCards } from './test-cards.ts';
import { testCardsPanel } from './test-cards-panel.ts';

export type Typed = { choice?: Choice | undefined; mistakes?: Mistakes };

/** The page to pay on; after a mistake with what was typed and what is wrong with it (never the CVV). */
export function paymentPage(asked: CheckoutRequest, { choice, mistakes = {} }: Typed = {}): string {
  const netbanking = choice?.method === 'netbanking';
  return layout(
    `Pay ${asked.name}`,
    html`${merchant(asked)}
<form method="post" action="/v1/checkout/pay" id="checkout">
${hidden(asked)}
${Object.keys(mistakes).length > 0 ? html`<p class="mistake" role="alert">Please check what is marked below.</p>` : ''}
<fieldset class="methods">
<legend>How do you want to pay?</legend>
<label><input type="radio" name="method" value="card" id="method-card" ${checked(!netbanking)}>Card</label>
<label><input type="radio" name="method" value="netbanking" id="method-netbanking" ${checked(netbanking)}>Net-banking</label>
</fieldset>
<div id="card-fields">
<p class="hint">Fields left empty take the test card in grey.</p>
${field({ id: 'card-number', name: 'card[number]', label: 'Card number', sample: indianCards[0].number, autocomplete: 'cc-number', value: choice?.['card[number]'], mistake: mistakes['card[number]'] })}
<div class="pair">
${field({ id: 'card-expiry', name: 'card[expiry]', label: 'Expiry (MM/YY)', sample: '12/30', autocomplete: 'cc-exp', value: choice?.['card[expiry]'], mistake: mistakes['card[expiry]'] })}
${field({ id: 'card-cvv', name: 'card[cvv]', label: 'CVV', sample: '123', autocomplete: 'cc-csc', mistake: mistakes['card[cvv]'] })}
</div>
</div>
<div id="netbanking-fields">
<label for="bank">Bank</label>
${mistakes.bank === undefined ? '' : html`<p class="mistake" id="bank-mistake">${mistakes.bank}</p>`}
<select id="bank" name="bank">${banks.map(({ code, name }) => html`<option value="${code}" ${code === choice?.bank ? 'selected' : ''}>${name}</option>`)}</select>
</div>
<label class="choice"><input type="checkbox" name="bank_page" value="1" id="bank-page" ${checked(choice?.bank_page !== undefined)}>Ask me on the bank’s page</label>
<button class="main" id="pay" name="outcome" value="pay">Pay</button>
<div class="pair">
<button id="fail" name="outcome" value="fail">Fail</button>
<button id="cancel" name="outcome" value="cancel">Cancel</button>
</div>
</form>
${testCardsPanel()}`,
  );
}

function merchant(asked: CheckoutRequest): Html {
  const contact = asked['prefill[contact]'];
  return html`<header class="merchant">
<p class="mark" aria-hidden="true">${[...asked.name][0] ?? ''}</p>
<h1 id="merchant">${asked.name}</h1>
<p id="description">${asked.description}</p>
<p class="amount" id="amount">${rupees(Number(asked.amount))}</p>
<dl>
${contact === '' ? '' : html`<div><dt>Mobile</dt><dd id="contact">${contact}</dd></div>`}
<div><dt>Order</dt><dd id="order">${asked.order_id}</dd></div>
</dl>
</header>`;
}

type Field = {
  id: string;
  name: string;
  label: string;
  sample: string;
  autocomplete: string;
  value?: string | undefined;
  mistake?: string | undefined;
};

function field({ id, name, label, sample, autocomplete, value = '', mistake }: Field): Html {
  const wrong = mistake === undefined ? '' : html`aria-invalid="true" aria-describedby="${id}-mistake"`;
  return html`<div class="field">
<label for="${id}">${label}</label>
${mistake === undefined ? '' : html`<p class="mistake" id="${id}-mistake">${mistake}</p>`}
<input id="${id}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" placeholder="${sample}" value="${value}" ${wrong}>
</div>`;
}

function checked(yes: boolean): string {
  return yes ? 'checked' : '';
}
