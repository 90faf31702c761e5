import { decodeToken, routes } from '@archaka/contracts';

/** What a scanned, typed or pasted text is to this portal. */
export type Address =
  | { readonly is: 'ticket'; readonly token: string }
  /** The address of a ticket, of this portal or of another, with less or more than a token in it. */
  | { readonly is: 'cut-short' }
  | { readonly is: 'other-portal'; readonly origin: string }
  | { readonly is: 'not-ours' };

const VERIFY_PATH = routes.verifyTicket.path.replace(':token', '');

/** Copied out of a PDF or a message, an address may have come apart. */
const removeWhitespace = (text: string): string => text.replace(/\s+/g, '');

function parseUrl(text: string): URL | undefined {
  try {
    const url = new URL(removeWhitespace(text));
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Takes nothing but the address that this portal writes onto its tickets, `<origin>/verify/<token>`. */
export function parseAddress(text: string, origin: string): Address {
  const url = parseUrl(text);
  if (!url?.pathname.startsWith(VERIFY_PATH)) return { is: 'not-ours' };
  if (url.origin !== origin) return { is: 'other-portal', origin: url.origin };
  const token = url.pathname.slice(VERIFY_PATH.length);
  return decodeToken(token) && !url.search && !url.hash ? { is: 'ticket', token } : { is: 'cut-short' };
}
