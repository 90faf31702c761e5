import type { TicketClaims } from '@archaka/contracts';
import { NO_PHOTO_HASH } from '@archaka/contracts';
import { hashName } from '../../domain/hashes.ts';
import { UNKNOWN_GLYPH } from './marked-texts.ts';
import type { PrintedText, ScannedPage } from './scanned-page.ts';

/** Whether what a page shows is what the ticket was signed for; `unread` where the file does not tell. */
export type FieldMatch = 'agrees' | 'differs' | 'unread';

export interface FieldMatches {
  /** Application ID and version. */
  readonly edition: FieldMatch;
  readonly name: FieldMatch;
  readonly photo: FieldMatch;
}

/** A longer name is not read: each line doubles how it may have been typed. */
const MAX_LINES = 12;
/** Their letters stand on the page in another order than they are read. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const joinLines = (text: PrintedText | undefined): string => text?.join(' ') ?? '';
const toMatch = (matches: boolean): FieldMatch => (matches ? 'agrees' : 'differs');

/** The values that stand after a label. */
const findValuesAfter = (texts: readonly PrintedText[], label: string): (PrintedText | undefined)[] =>
  texts.flatMap((text, index) => (joinLines(text) === label ? [texts[index + 1]] : []));

function compareVersion(
  texts: readonly PrintedText[],
  { application_id, version }: TicketClaims,
): FieldMatch {
  if (texts.length === 0) return 'unread';
  const isPrinted = texts.some((text) => joinLines(text) === `${application_id} · ${version}`);
  const ids = findValuesAfter(texts, 'Application ID');
  return toMatch(isPrinted && ids.length > 0 && ids.every((id) => joinLines(id) === application_id));
}

/** All that may have been typed for these lines: between two of them stood a space, or nothing. */
const toPossibleTexts = ([first = '', ...more]: PrintedText): string[] =>
  more.reduce((prefixes, line) => prefixes.flatMap((text) => [`${text} ${line}`, text + line]), [first]);

function compareNameText(
  text: PrintedText | undefined,
  { application_id, name_hash }: TicketClaims,
): FieldMatch {
  const isUnreadable = !text || text.length > MAX_LINES || RIGHT_TO_LEFT.test(joinLines(text));
  if (isUnreadable || joinLines(text).includes(UNKNOWN_GLYPH)) return 'unread';
  const expected = Buffer.from(name_hash);
  return toMatch(toPossibleTexts(text).some((name) => expected.equals(hashName(application_id, name))));
}

function compareName(texts: readonly PrintedText[], claims: TicketClaims): FieldMatch {
  const matches = findValuesAfter(texts, 'Name').map((text) => compareNameText(text, claims));
  return matches.find((each) => each !== 'agrees') ?? (matches.length > 0 ? 'agrees' : 'unread');
}

/** The only picture on a ticket is the photo, and it stands in the file byte by byte as it was signed. */
function comparePhoto(pictures: readonly string[] | undefined, { photo_hash }: TicketClaims): FieldMatch {
  if (!pictures) return 'unread';
  const expected = Buffer.from(photo_hash);
  if (expected.equals(NO_PHOTO_HASH)) return toMatch(pictures.length === 0);
  return toMatch(pictures.length === 1 && String(pictures[0]).startsWith(expected.toString('hex')));
}

/** Compares a page with what the ticket on it was signed for. */
export const compareFields = ({ texts, pictures }: ScannedPage, claims: TicketClaims): FieldMatches => ({
  edition: compareVersion(texts, claims),
  name: compareName(texts, claims),
  photo: comparePhoto(pictures, claims),
});
