import type { BilingualText } from '../../domain/evidence-texts.ts';
import type { StyledText } from './text-writer.ts';

export type Language = keyof BilingualText;

type TextStyle = Omit<StyledText, 'text' | 'lang'>;

const textStyles = {
  title: { font: 'bold', size: 18, colour: 'kumkum' },
  heading: { font: 'bold', size: 13, colour: 'ink' },
  strong: { font: 'bold', size: 10.5, colour: 'ink' },
  body: { font: 'regular', size: 10.5, colour: 'ink' },
  label: { font: 'regular', size: 10.5, colour: 'slate' },
  small: { font: 'regular', size: 8.5, colour: 'slate' },
} as const satisfies Record<string, TextStyle>;
export type TextStyleName = keyof typeof textStyles;

/** Makes texts in the reader's language, and English beside Telugu where a bank's clerk must read it too. */
export const createTexts = (language: Language) => {
  const one = (style: TextStyleName, bilingual: BilingualText): StyledText => ({
    ...textStyles[style],
    text: bilingual[language],
    lang: language,
  });
  return {
    one,
    withEnglish: (
      style: TextStyleName,
      bilingual: BilingualText,
      englishStyle: TextStyleName = 'small',
    ): StyledText[] =>
      bilingual.te === bilingual.en || language === 'en'
        ? [one(style, bilingual)]
        : [one(style, bilingual), { ...textStyles[englishStyle], text: bilingual.en, lang: 'en' }],
    /** Ids, times and amounts: the same in every language. */
    untranslated: (style: TextStyleName, text: string): StyledText => ({
      ...textStyles[style],
      text,
      lang: language,
    }),
  };
};
export type Texts = ReturnType<typeof createTexts>;
