import type { Readable } from 'node:stream';
import PdfDocument from 'pdfkit';
import { colours, createTextWriter, type StyledText } from './text-writer.ts';

/** All measures are points. */
const MARGIN = 48;
const EDGE = 36;

/** A part of a row; its texts stand one below the other. */
export interface TableCell {
  /** What it is to a reading machine, such as P or TD. */
  readonly tag: string;
  /** From the left margin. */
  readonly x?: number;
  readonly width?: number;
  readonly texts: readonly StyledText[];
}

export interface LayoutRow {
  readonly cells: readonly TableCell[];
  /** Makes its cells one thing to a reading machine, such as TR. */
  readonly tag?: string;
  /** Free space above. */
  readonly spaceAbove?: number;
  /** What must find room below it on the same sheet. */
  readonly minSpaceBelow?: number;
}

/** An element of the document's structure that rows or parts are added to. */
export type StructureElement = PDFKit.PDFStructureElement;

const createPdf = (title: string, lang: string): PDFKit.PDFDocument =>
  new PdfDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: 0, left: MARGIN, right: MARGIN },
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    lang,
    info: { Title: title },
    font: '',
  });

/** A4 sheets, written from top to bottom row by row; the end of a sheet never parts a row. */
export function createPdfLayout({ title, lang }: { title: string; lang: string }) {
  const pdf = createPdf(title, lang);
  const writer = createTextWriter(pdf);
  const { width, height } = pdf.page;
  const contentWidth = width - 2 * MARGIN;
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  let y = MARGIN;

  const ensureSpace = (needed: number): void => {
    if (y + needed <= height - MARGIN) return;
    pdf.addPage();
    y = MARGIN;
  };
  /** Something that reading machines pass over. */
  const drawArtifact = (draw: () => void): void => {
    pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    pdf.endMarkedContent();
  };

  return {
    root,

    addElement(parent: StructureElement, tag: string): StructureElement {
      const element = pdf.struct(tag);
      parent.add(element);
      return element;
    },

    addRow(parent: StructureElement, { cells, tag, spaceAbove = 0, minSpaceBelow = 0 }: LayoutRow): void {
      const stacks = cells.map(({ tag: role, texts, x = 0, width: cellWidth = contentWidth - x }) => ({
        role,
        x: MARGIN + x,
        ...writer.stack(texts, cellWidth),
      }));
      const rowHeight = Math.max(...stacks.map((stack) => stack.height));
      ensureSpace(spaceAbove + rowHeight + minSpaceBelow);
      y += spaceAbove;
      const elements = stacks.map((stack) => pdf.struct(stack.role, {}, stack.spans(stack.x, y)));
      const added = tag ? [pdf.struct(tag, {}, elements)] : elements;
      for (const element of added) parent.add(element);
      y += rowHeight;
    },

    addRule(): void {
      drawArtifact(() => pdf.rect(MARGIN, y + 6, contentWidth, 2).fill(colours.turmeric));
      y += 14;
    },

    /** Ends it, with a line at the foot of every page, and the head on all but the first. */
    finish(header: StyledText, formatFooter: (page: number, pages: number) => StyledText): Readable {
      const { count } = pdf.bufferedPageRange();
      for (let page = 0; page < count; page++) {
        pdf.switchToPage(page);
        if (page > 0) drawArtifact(() => writer.write(header, MARGIN, EDGE / 2, contentWidth));
        drawArtifact(() => writer.write(formatFooter(page + 1, count), MARGIN, height - EDGE, contentWidth));
      }
      pdf.end();
      return pdf;
    },
  };
}
export type PdfLayout = ReturnType<typeof createPdfLayout>;
