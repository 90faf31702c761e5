import type { TicketClaims } from '@archaka/contracts';
import { NO_PHOTO_HASH } from '@archaka/contracts';
import { hashName } from '../../domain/hashes.ts';
import { UNKNOWN_GLYPH } from './marked-texts.ts';
import type { PrintedText, ScannedPage } from './scanned-page.ts';

/** `unread`: the file does not allow the comparison. */
export type FieldMatch = 'agrees' | 'differs' | 'unread';

export interface FieldMatches {
  readonly edition: FieldMatch;
  readonly name: FieldMatch;
  readonly photo: FieldMatch;
}

/** Each further line doubles the possible names. */
const MAX_LINES = 12;
/** The PDF stores these scripts in visual order. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const joinLines = (text: PrintedText | undefined): string => text?.join(' ') ?? '';
const toMatch = (matches: boolean): FieldMatch => (matches ? 'agrees' : 'differs');

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

/** A line break replaces a space or nothing. */
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

/** The photo is a ticket's only picture, and the file holds its signed bytes unchanged. */
function comparePhoto(pictures: readonly string[] | undefined, { photo_hash }: TicketClaims): FieldMatch {
  if (!pictures) return 'unread';
  const expected = Buffer.from(photo_hash);
  if (expected.equals(NO_PHOTO_HASH)) return toMatch(pictures.length === 0);
  return toMatch(pictures.length === 1 && String(pictures[0]).startsWith(expected.toString('hex')));
}

export const compareFields = ({ texts, pictures }: ScannedPage, claims: TicketClaims): FieldMatches => ({
  edition: compareVersion(texts, claims),
  name: compareName(texts, claims),
  photo: comparePhoto(pictures, claims),
});
