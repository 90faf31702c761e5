import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { createTeluguFont } from './telugu-font.ts';

const { resolve } = createRequire(import.meta.url);

/** One file with both Telugu and Latin letters, so that a line needs no second font. */
const loadFont = (weight: string): Font =>
  createTeluguFont(
    readFileSync(resolve(`@expo-google-fonts/noto-sans-telugu/${weight}/NotoSansTelugu_${weight}.ttf`)),
  );

export const fonts = { regular: loadFont('400Regular'), bold: loadFont('600SemiBold') } as const;
export type FontName = keyof typeof fonts;
