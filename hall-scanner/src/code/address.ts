import { readToken, routes } from '@archaka/contracts';

/** What a scanned, typed or pasted text is to this portal. */
export type Address =
  | { readonly is: 'ticket'; readonly token: string }
  /** The address of a ticket, of this portal or of another, with less or more than a token in it. */
  | { readonly is: 'cut-short' }
  | { readonly is: 'other-portal'; readonly origin: string }
  | { readonly is: 'not-ours' };

const VERIFY = routes.verifyTicket.path.replace(':token', '');

/** Copied out of a PDF or a message, an address may have come apart. */
const together = (text: string): string => text.replace(/\s+/g, '');

function urlOf(text: string): URL | undefined {
  try {
    const url = new URL(together(text));
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Takes nothing but the address that this portal writes onto its tickets, `<origin>/verify/<token>`. */
export function readAddress(text: string, origin: string): Address {
  const url = urlOf(text);
  if (!url?.pathname.startsWith(VERIFY)) return { is: 'not-ours' };
  if (url.origin !== origin) return { is: 'other-portal', origin: url.origin };
  const token = url.pathname.slice(VERIFY.length);
  return readToken(token) && !url.search && !url.hash ? { is: 'ticket', token } : { is: 'cut-short' };
}
