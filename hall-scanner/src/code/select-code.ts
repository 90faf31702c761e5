import { parseAddress } from './parse-address.ts';

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
