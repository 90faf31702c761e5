import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningShell, startShell } from './support/running-shell.ts';

let shell: RunningShell;
beforeAll(async () => {
  shell = await startShell();
});
afterAll(() => shell.close());

test('when a page is opened, then only the portal’s own files may run on it', async () => {
  const answer = await fetch(shell.url);
  const policy = answer.headers.get('content-security-policy') ?? '';
  const rules = new Map(policy.split(';').map((rule) => rule.trim().split(/ (.*)/s) as [string, string]));
  expect(rules.get('default-src')).toBe("'none'");
  expect(rules.get('script-src')).toBe("'self'");
  expect(rules.get('style-src')).toBe("'self'");
  expect(rules.get('connect-src')).toBe("'self' http://127.0.0.1:9");
  expect(rules.get('form-action')).toBe("'self' https://checkout.example");
  expect(rules.get('frame-ancestors')).toBe("'none'");
  expect(rules.get('require-trusted-types-for')).toBe("'script'");
  expect(policy).not.toMatch(/unsafe/);
  const html = await answer.text();
  expect(html).not.toMatch(/<script(?![^>]*(src=|application\/json))/);
  expect(html).not.toContain('style=');
  expect(html).toContain('<meta name="payment-handler" content="http://127.0.0.1:9/handler">');
});

test('when an address is no page, then the page says so with 404', async () => {
  for (const [address, status] of [
    ['/', 200],
    ['/ticket', 200],
    ['/termsandpolicy', 200],
    ['/paymentstatus?order_id=order_1', 200],
    ['/nothing', 404],
    ['/constructor', 404],
  ] as const) {
    const answer = await fetch(shell.url + address);
    expect([address, answer.status]).toEqual([address, status]);
    expect(answer.headers.get('content-type')).toContain('text/html');
  }
});

test('when nothing has changed, then a page is not sent again', async () => {
  const first = await fetch(shell.url);
  const etag = first.headers.get('etag') ?? '';
  const again = await fetch(shell.url, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });
  expect(again.status).toBe(304);
});

test('when the browser takes brotli, then the shell’s script comes compressed and stays in its cache', async () => {
  const html = await (await fetch(shell.url)).text();
  const script = html.match(/\/assets\/shell\.[\w]+\.js/)?.[0];
  const answer = await fetch(shell.url + script, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('cache-control')).toContain('immutable');
  const plain = await fetch(shell.url + script, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
});
