import type { TicketClaims } from '@archaka/contracts';
import { NO_PHOTO } from '@archaka/contracts';
import { nameHash } from '../../domain/hashes.ts';
import { UNKNOWN } from './marked-texts.ts';
import type { PrintedText, SeenPage } from './seen-page.ts';

/** Whether what a page shows is what the ticket was signed for; `unread` where the file does not tell. */
export type Agreement = 'agrees' | 'differs' | 'unread';

export interface Agreements {
  /** Application ID and version. */
  readonly edition: Agreement;
  readonly name: Agreement;
  readonly photo: Agreement;
}

/** A longer name is not read: each line doubles how it may have been typed. */
const MOST_LINES = 12;
/** Their letters stand on the page in another order than they are read. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const asOne = (text: PrintedText | undefined): string => text?.join(' ') ?? '';
const whether = (agrees: boolean): Agreement => (agrees ? 'agrees' : 'differs');

/** The values that stand after a label. */
const after = (texts: readonly PrintedText[], label: string): (PrintedText | undefined)[] =>
  texts.flatMap((text, place) => (asOne(text) === label ? [texts[place + 1]] : []));

function edition(texts: readonly PrintedText[], { application_id, version }: TicketClaims): Agreement {
  if (texts.length === 0) return 'unread';
  const stands = texts.some((text) => asOne(text) === `${application_id} · ${version}`);
  const ids = after(texts, 'Application ID');
  return whether(stands && ids.length > 0 && ids.every((id) => asOne(id) === application_id));
}

/** All that may have been typed for these lines: between two of them stood a space, or nothing. */
const readings = ([first = '', ...more]: PrintedText): string[] =>
  more.reduce((begun, line) => begun.flatMap((text) => [`${text} ${line}`, text + line]), [first]);

function nameOn(text: PrintedText | undefined, { application_id, name_hash }: TicketClaims): Agreement {
  const unreadable = !text || text.length > MOST_LINES || RIGHT_TO_LEFT.test(asOne(text));
  if (unreadable || asOne(text).includes(UNKNOWN)) return 'unread';
  const signed = Buffer.from(name_hash);
  return whether(readings(text).some((name) => signed.equals(nameHash(application_id, name))));
}

function name(texts: readonly PrintedText[], claims: TicketClaims): Agreement {
  const found = after(texts, 'Name').map((text) => nameOn(text, claims));
  return found.find((each) => each !== 'agrees') ?? (found.length > 0 ? 'agrees' : 'unread');
}

/** The only picture on a ticket is the photo, and it stands in the file byte by byte as it was signed. */
function photo(pictures: readonly string[] | undefined, { photo_hash }: TicketClaims): Agreement {
  if (!pictures) return 'unread';
  const signed = Buffer.from(photo_hash);
  if (signed.equals(NO_PHOTO)) return whether(pictures.length === 0);
  return whether(pictures.length === 1 && String(pictures[0]).startsWith(signed.toString('hex')));
}

/** Compares a page with what the ticket on it was signed for. */
export const agreements = ({ texts, pictures }: SeenPage, claims: TicketClaims): Agreements => ({
  edition: edition(texts, claims),
  name: name(texts, claims),
  photo: photo(pictures, claims),
});
