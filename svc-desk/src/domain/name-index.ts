import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Bytes of a token. Short, so that a token fits several names, and a list of them does not reveal which. */
const TOKEN_BYTES = 4;
const MAX_WORDS = 8;

/** Telugu consonants and vowels in the Latin letters with which names are commonly written. */
const LATIN: Readonly<Record<string, string>> = {
  ...{
    అ: 'a',
    ఆ: 'a',
    ఇ: 'i',
    ఈ: 'i',
    ఉ: 'u',
    ఊ: 'u',
    ఋ: 'ru',
    ఎ: 'e',
    ఏ: 'e',
    ఐ: 'ai',
    ఒ: 'o',
    ఓ: 'o',
    ఔ: 'au',
  },
  ...{
    క: 'k',
    ఖ: 'k',
    గ: 'g',
    ఘ: 'g',
    ఙ: 'n',
    చ: 'c',
    ఛ: 'c',
    జ: 'j',
    ఝ: 'j',
    ఞ: 'n',
    ట: 't',
    ఠ: 't',
    డ: 'd',
  },
  ...{
    ఢ: 'd',
    ణ: 'n',
    త: 't',
    థ: 't',
    ద: 'd',
    ధ: 'd',
    న: 'n',
    ప: 'p',
    ఫ: 'p',
    బ: 'b',
    భ: 'b',
    మ: 'm',
    య: 'y',
  },
  ...{ ర: 'r', ఱ: 'r', ల: 'l', ళ: 'l', వ: 'v', శ: 's', ష: 's', స: 's', హ: 'h' },
  ...{
    'ా': 'a',
    'ి': 'i',
    'ీ': 'i',
    'ు': 'u',
    'ూ': 'u',
    'ృ': 'ru',
    'ె': 'e',
    'ే': 'e',
    'ై': 'ai',
    'ొ': 'o',
    'ో': 'o',
    'ౌ': 'au',
  },
  ...{ 'ం': 'm', 'ః': '', '్': '' },
};

const toLatin = (word: string): string => [...word].map((letter) => LATIN[letter] ?? letter).join('');

/** Spellings of the same sound: Lakshmi, Laxmi, లక్ష్మి; Srinivas, Sreenivasa; Venkateswara, Venkateshwar. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/x/g, 'ks'],
  [/ch/g, 'c'],
  [/ph|f/g, 'p'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/q/g, 'k'],
  // Telugu writes the nasal before a consonant with one sign.
  [/m/g, 'n'],
  [/(?<=.)h/g, ''],
  [/y(?=[aeiou])|[aeiouy]/g, ''],
  [/(.)\1+/g, '$1'],
];

/** The consonants of a word as they sound; its letters where it has hardly any. */
export function toSound(word: string): string {
  const latin = toLatin(word.toLowerCase());
  const sound = SOUNDS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), latin);
  return sound.length > 1 ? sound : latin.slice(0, 1) + sound;
}

export const toWords = (name: string): string[] =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word.length > 1)
    .slice(0, MAX_WORDS);

/** Tokens by which an application is found: equal for equal sounds of words within an examination. */
export class NameIndex {
  readonly #key: KeyObject;

  constructor(secret: string) {
    this.#key = createSecretKey(Buffer.from(secret));
  }

  /** Without an order and without repetitions. */
  compute(examineYear: string, name: string): string[] {
    return [...new Set(toWords(name).map((word) => this.#computeToken(examineYear, toSound(word))))];
  }

  /** Of a mobile number; whole, since it is compared and not searched for. */
  computeNumber(number: string): string {
    return createHmac('sha256', this.#key).update(`mobile ${number}`).digest('base64url');
  }

  #computeToken(examineYear: string, sound: string): string {
    const digest = createHmac('sha256', this.#key).update(`${examineYear} ${sound}`).digest();
    return digest.subarray(0, TOKEN_BYTES).toString('base64url');
  }
}
