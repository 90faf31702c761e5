import { type Html, html } from './html.ts';
import { type TestCard, type TestCardGroup, testCardGroups } from './test-cards.ts';

/** The test cards by purpose, the usual ones unfolded. With the page's script a press fills one in. */
export function renderTestCardsPanel(): Html {
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
