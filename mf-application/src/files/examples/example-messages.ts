import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export interface ExampleMessages {
  /** Text alternatives of the drawings. */
  readonly drawing: Word;
  readonly advice: Word;
}

export const rightWord = msg`Right` satisfies Word;
export const wrongWord = msg`Wrong` satisfies Word;

export const photoMessages: Readonly<Record<'right' | 'wrong', ExampleMessages>> = {
  right: {
    drawing: msg`Drawing: a head and shoulders in the middle of a light picture`,
    advice: msg`The face is in the middle, seen from the front, in good light, before a plain wall.`,
  },
  wrong: {
    drawing: msg`Drawing: a small, dark, tilted head with sunglasses at the edge of a crowded picture`,
    advice: msg`The face is small, dark and at the edge, with sunglasses; there is much behind it.`,
  },
};

export const paperMessages: typeof photoMessages = {
  right: {
    drawing: msg`Drawing: a whole page, straight, with a heading, lines and a seal`,
    advice: msg`The whole page is there, straight; every line and the seal can be read.`,
  },
  wrong: {
    drawing: msg`Drawing: a slanted page, cut off at the edge and half in shadow`,
    advice: msg`A corner is missing, the page is slanted, and a shadow hides lines.`,
  },
};
