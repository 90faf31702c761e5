import { type Html, html } from './html.ts';

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
