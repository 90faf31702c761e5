import { readAddress } from './address.ts';

/** What to make of the codes that one picture shows: one text, tickets more than one, or none. */
export type InView = { readonly text: string; readonly isTicket: boolean } | 'several' | 'none';

/** A poster's or a phone's code beside the ticket does not matter; a second ticket does. */
export function inView(texts: readonly string[], origin: string): InView {
  const different = [...new Set(texts)];
  const [ticket, second] = different.filter((text) => readAddress(text, origin).is !== 'not-ours');
  if (second !== undefined) return 'several';
  if (ticket !== undefined) return { text: ticket, isTicket: true };
  const [text] = different;
  return text === undefined ? 'none' : { text, isTicket: false };
}
