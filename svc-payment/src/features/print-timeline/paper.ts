import type { Readable } from 'node:stream';
import PdfDocument from 'pdfkit';
import { colours, penOn, type Text } from './pen.ts';

/** All measures are points. */
const MARGIN = 48;
const EDGE = 36;

/** A part of a row; its texts stand one below the other. */
export interface Cell {
  /** What it is to a reading machine, such as P or TD. */
  readonly tag: string;
  /** From the left margin. */
  readonly x?: number;
  readonly width?: number;
  readonly texts: readonly Text[];
}

export interface Row {
  readonly cells: readonly Cell[];
  /** Makes its cells one thing to a reading machine, such as TR. */
  readonly tag?: string;
  /** Free space above. */
  readonly above?: number;
  /** What must find room below it on the same sheet. */
  readonly keep?: number;
}

/** An element of the document's structure that rows or parts are added to. */
export type Part = PDFKit.PDFStructureElement;

const blank = (title: string, lang: string): PDFKit.PDFDocument =>
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
export function openPaper({ title, lang }: { title: string; lang: string }) {
  const pdf = blank(title, lang);
  const pen = penOn(pdf);
  const { width, height } = pdf.page;
  const wide = width - 2 * MARGIN;
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  let y = MARGIN;

  const makeRoom = (needed: number): void => {
    if (y + needed <= height - MARGIN) return;
    pdf.addPage();
    y = MARGIN;
  };
  /** Something that reading machines pass over. */
  const ornament = (draw: () => void): void => {
    pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    pdf.endMarkedContent();
  };

  return {
    root,

    part(parent: Part, tag: string): Part {
      const part = pdf.struct(tag);
      parent.add(part);
      return part;
    },

    row(parent: Part, { cells, tag, above = 0, keep = 0 }: Row): void {
      const stacks = cells.map(({ tag: role, texts, x = 0, width: own = wide - x }) => ({
        role,
        x: MARGIN + x,
        ...pen.stack(texts, own),
      }));
      const high = Math.max(...stacks.map((stack) => stack.height));
      makeRoom(above + high + keep);
      y += above;
      const elements = stacks.map((stack) => pdf.struct(stack.role, {}, stack.spans(stack.x, y)));
      const added = tag ? [pdf.struct(tag, {}, elements)] : elements;
      for (const element of added) parent.add(element);
      y += high;
    },

    rule(): void {
      ornament(() => pdf.rect(MARGIN, y + 6, wide, 2).fill(colours.turmeric));
      y += 14;
    },

    /** Ends it, with a line at the foot of every page, and the head on all but the first. */
    end(head: Text, footOf: (page: number, pages: number) => Text): Readable {
      const { count } = pdf.bufferedPageRange();
      for (let page = 0; page < count; page++) {
        pdf.switchToPage(page);
        if (page > 0) ornament(() => pen.write(head, MARGIN, EDGE / 2, wide));
        ornament(() => pen.write(footOf(page + 1, count), MARGIN, height - EDGE, wide));
      }
      pdf.end();
      return pdf;
    },
  };
}
export type Paper = ReturnType<typeof openPaper>;
