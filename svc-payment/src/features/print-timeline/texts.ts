import type { InBoth } from '../../domain/words.ts';
import type { Text } from './pen.ts';

export type Language = keyof InBoth;

type Look = Omit<Text, 'text' | 'lang'>;

const looks = {
  title: { font: 'bold', size: 18, colour: 'kumkum' },
  heading: { font: 'bold', size: 13, colour: 'ink' },
  strong: { font: 'bold', size: 10.5, colour: 'ink' },
  body: { font: 'regular', size: 10.5, colour: 'ink' },
  label: { font: 'regular', size: 10.5, colour: 'slate' },
  small: { font: 'regular', size: 8.5, colour: 'slate' },
} as const satisfies Record<string, Look>;
export type LookName = keyof typeof looks;

/** Makes texts in the reader's language, and English beside Telugu where a bank's clerk must read it too. */
export const textsIn = (language: Language) => {
  const one = (look: LookName, words: InBoth): Text => ({
    ...looks[look],
    text: words[language],
    lang: language,
  });
  return {
    one,
    forClerksToo: (look: LookName, words: InBoth, beside: LookName = 'small'): Text[] =>
      words.te === words.en || language === 'en'
        ? [one(look, words)]
        : [one(look, words), { ...looks[beside], text: words.en, lang: 'en' }],
    /** Ids, times and amounts: the same in every language. */
    same: (look: LookName, text: string): Text => ({ ...looks[look], text, lang: language }),
  };
};
export type Texts = ReturnType<typeof textsIn>;
