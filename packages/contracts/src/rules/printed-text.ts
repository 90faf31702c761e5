import type { Check } from '../check.ts';
import { PRINTED_CHARACTERS } from './printed-characters.ts';
import { toText } from './values.ts';

const NOT_PRINTED = new RegExp(`[^${PRINTED_CHARACTERS}\\r\\n\\t]`, 'u');
const HAS_SHAPE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** `U+1F600 😀`; a mark without a letter has its code only. */
function describeCharacter(character: string): string {
  const code = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
  return HAS_SHAPE.test(character) ? `${code} ${character}` : code;
}

/** Names the first character that the ticket's fonts lack. Composes (NFC) as browsers do. */
export function describeUnprinted(value: unknown): string | undefined {
  const character = NOT_PRINTED.exec(toText(value).normalize('NFC'))?.[0];
  return character === undefined ? undefined : describeCharacter(character);
}

/** Names the character, so that it is found; runs after the check for an empty text. */
export const createPrintedCheck = (field: string): Check => ({
  field,
  message: 'The ticket cannot show this character. Please write it in another way:',
  fails: (body) => describeUnprinted(body[field]) !== undefined,
  detail: (body) => describeUnprinted(body[field]) ?? '',
});
