import { parseAddress } from './parse-address.ts';

/** What to make of the codes that one picture shows: one text, tickets more than one, or none. */
export type SelectedCode = { readonly text: string; readonly isTicket: boolean } | 'several' | 'none';

/** A poster's or a phone's code beside the ticket does not matter; a second ticket does. */
export function selectCode(texts: readonly string[], origin: string): SelectedCode {
  const distinct = [...new Set(texts)];
  const [ticket, second] = distinct.filter((text) => parseAddress(text, origin).is !== 'not-ours');
  if (second !== undefined) return 'several';
  if (ticket !== undefined) return { text: ticket, isTicket: true };
  const [text] = distinct;
  return text === undefined ? 'none' : { text, isTicket: false };
}
