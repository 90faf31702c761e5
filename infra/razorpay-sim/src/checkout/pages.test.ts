import { expect, test } from '@jest/globals';
import { formatRupees, html } from './pages.ts';

test('values are escaped, markup inside markup is not', () => {
  const inner = html`<b>${`<i>"it's" & more</i>`}</b>`;
  expect(html`<p>${inner}${[inner]}${1}</p>`.text).toBe(
    `<p>${'<b>&lt;i&gt;&quot;it&#39;s&quot; &amp; more&lt;/i&gt;</b>'.repeat(2)}1</p>`,
  );
});

test('leaves backslashes and dollars in values unchanged', () => {
  expect(html`<p>${'\\n $& $1'}</p>`.text).toBe('<p>\\n $&amp; $1</p>');
});

test('formats money as in India', () => {
  expect([10_000, 12_345_678, 100].map(formatRupees)).toEqual(['₹ 100.00', '₹ 1,23,456.78', '₹ 1.00']);
});
