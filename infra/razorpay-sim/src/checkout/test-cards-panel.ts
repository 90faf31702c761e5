import { type Html, html } from './html.ts';
import { type TestCard, type TestCards, testCards } from './test-cards.ts';

/** The test cards by what they are for, the usual ones open. With the page's script a press takes one. */
export function testCardsPanel(): Html {
  return html`<aside id="test-cards">
${testCards.map(group)}
</aside>`;
}

function group({ title, hint, cards }: TestCards, index: number): Html {
  return html`<details ${index === 0 ? 'open' : ''}>
<summary><h2>${title}</h2></summary>
<p class="hint">${hint}</p>
<ul>${cards.map(line)}</ul>
</details>`;
}

function line({ network, number, failure }: TestCard): Html {
  const ending = failure === undefined ? '' : html`<br><small>${failure.error_reason ?? ''}</small>`;
  return html`<li><span>${network}<br><code>${number}</code>${ending}</span> <button type="button" data-card="${number}" hidden aria-label="Use ${network} ${number}">Use</button></li>`;
}
