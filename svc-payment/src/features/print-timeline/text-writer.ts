import { type FontName, fonts } from './fonts.ts';

/** Of a text's size: what a line takes, and what its letters do; Telugu's signs need the room between. */
const LINE_HEIGHT = 1.6;
const LETTER_HEIGHT = 1.352;

export const colours = {
  ink: '#1F1A17',
  slate: '#4A5568',
  kumkum: '#8C1D18',
  turmeric: '#E0A526',
} as const;

export interface StyledText {
  readonly text: string;
  readonly lang: string;
  readonly font: FontName;
  /** Points. */
  readonly size: number;
  readonly colour: keyof typeof colours;
}

/** Measures texts and writes them; all measures are points. */
export function createTextWriter(pdf: PDFKit.PDFDocument) {
  for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font as never);
  const toLineGap = (size: number): number => (LINE_HEIGHT - LETTER_HEIGHT) * size;

  const measureHeight = ({ text, font, size }: StyledText, width: number): number =>
    pdf.font(font, size).heightOfString(text, { width, lineGap: toLineGap(size) });

  const write = ({ text, font, size, colour }: StyledText, x: number, y: number, width: number): void => {
    pdf.font(font, size).fillColor(colours[colour]);
    pdf.text(text, x, y, { width, lineGap: toLineGap(size) });
  };

  /** Texts one below the other: how high they are, and what writes them as parts of the structure. */
  const stack = (texts: readonly StyledText[], width: number) => {
    const heights = texts.map((text) => measureHeight(text, width));
    const toOffset = (index: number): number =>
      heights.slice(0, index).reduce((sum, height) => sum + height, 0);
    const spans = (x: number, y: number) =>
      texts.map((text, index) =>
        pdf.struct('Span', { lang: text.lang }, () => write(text, x, y + toOffset(index), width)),
      );
    return { height: toOffset(heights.length), spans };
  };
  return { write, stack };
}
