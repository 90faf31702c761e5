import type { Response } from 'express';

export type Page = { status: number; text: string };

/** The page's policy: no loads from other origins, posts only to this origin and the merchant's addresses. */
export function sendPage(
  response: Response,
  { status, text }: Page,
  merchant: { callback_url?: string; cancel_url?: string } = {},
): void {
  const addresses = [merchant.callback_url ?? '', merchant.cancel_url ?? ''].filter((url) => url !== '');
  const targets = new Set(["'self'", ...addresses.map((url) => new URL(url).origin)]);
  response
    .status(status)
    .type('html')
    .set({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action ${[...targets].join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
    });
  response.send(text);
}
