import { expect, test } from '@jest/globals';
import { findPaymentHandler, findRegistry, toDevPage } from './upstream-portal.ts';

const deployed = { slices: { 'mf-auth': { version: 'a' }, 'mf-history': { version: 'b' } } };
const html = `<!doctype html>
<html lang="te">
<head>
<meta charset="utf-8">
<meta name="payment-handler" content="http://localhost:8085">
<link rel="stylesheet" href="/assets/shell.1234.css">
<script src="/assets/runtime.1234.js" defer></script>
<script src="/assets/shell.1234.js" defer></script>
<link rel="preload" as="script" href="/assets/816.1234.js">
<link rel="preload" as="script" href="/slices/mf-auth/a/remoteEntry.js" integrity="x" crossorigin="anonymous">
<link rel="preload" as="script" href="/slices/mf-history/b/remoteEntry.js" integrity="x" crossorigin="anonymous">
<script type="application/json" id="slices">${JSON.stringify(deployed)}</script>
</head>
<body>$1 stays</body>
</html>
`;
const shell = { scripts: ['shell.js'], styles: ['shell.css'] };
const registry = { slices: { ...deployed.slices, 'mf-history': { version: '</script>$&' } } };
const createDevPage = (names: string[]) => toDevPage({ html, shell, registry, names });

test("the shell's development build, after dev mode's scripts, replaces the deployed one", () => {
  const page = createDevPage(['mf-history']);
  const scripts = [...page.matchAll(/<script src="([^"]+)"/g)].map(([, address]) => address);

  expect(scripts).toEqual(['/dev/scripts/react-hook.js', '/dev/scripts/overlay.js', '/assets/shell.js']);
  expect([...page.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, address]) => address)).toEqual([
    '/assets/shell.css',
  ]);
  expect(page).not.toContain('/assets/816.');
  expect(page).toContain('<body>$1 stays</body>');
});

test('the registry names the slices under development, without preloading them; the others do not change', () => {
  const page = createDevPage(['mf-history']);

  expect(findRegistry(page)).toEqual(registry);
  expect(page).not.toContain('/slices/mf-history/b/');
  expect(page).toContain('/slices/mf-auth/a/remoteEntry.js');
  expect(createDevPage([])).toContain('/slices/mf-history/b/');
});

test('requests to the payment request handler pass through dev mode', () => {
  expect(findPaymentHandler(html)).toBe('http://localhost:8085');
  expect(findPaymentHandler(createDevPage(['mf-history']))).toBe('/dev/payment-handler');
});

test('a page of another server has no registry', () => {
  expect(findRegistry('<!doctype html><title>verify</title>')).toBeUndefined();
});
