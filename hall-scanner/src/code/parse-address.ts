import { decodeToken, routes } from '@archaka/contracts/calls';

export type Address =
  | { readonly is: 'ticket'; readonly token: string }
  /** A ticket's address with a truncated or extended token. */
  | { readonly is: 'cut-short' }
  | { readonly is: 'other-portal'; readonly origin: string }
  | { readonly is: 'not-ours' };

const VERIFY_PATH = routes.verifyTicket.path.replace(':token', '');

/** An address copied from a PDF or message may contain line breaks. */
const removeWhitespace = (text: string): string => text.replace(/\s+/g, '');

function parseUrl(text: string): URL | undefined {
  try {
    const url = new URL(removeWhitespace(text));
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Accepts only the address printed on this portal's tickets: `<origin>/verify/<token>`. */
export function parseAddress(text: string, origin: string): Address {
  const url = parseUrl(text);
  if (!url?.pathname.startsWith(VERIFY_PATH)) return { is: 'not-ours' };
  if (url.origin !== origin) return { is: 'other-portal', origin: url.origin };
  const token = url.pathname.slice(VERIFY_PATH.length);
  return decodeToken(token) && !url.search && !url.hash ? { is: 'ticket', token } : { is: 'cut-short' };
}

type SelectedCode = { readonly text: string; readonly isTicket: boolean } | 'several' | 'none';

/** Ignores codes beside the ticket, except a second ticket. */
export function selectCode(texts: readonly string[], origin: string): SelectedCode {
  const distinct = [...new Set(texts)];
  const [ticket, second] = distinct.filter((text) => parseAddress(text, origin).is !== 'not-ours');
  if (second !== undefined) return 'several';
  if (ticket !== undefined) return { text: ticket, isTicket: true };
  const [text] = distinct;
  return text === undefined ? 'none' : { text, isTicket: false };
}
