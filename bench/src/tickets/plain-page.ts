import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { create, type Font } from 'fontkit';
import PdfDocument from 'pdfkit';
import type { PrintedTicket } from '../../../svc-ticket/src/render/renderer.ts';

const { resolve } = createRequire(import.meta.url);
const FONT_FILES = '@fontsource/noto-sans-telugu/files/noto-sans-telugu';
/** Read once; pdfkit would read it again for each page. */
const loadFont = (subset: string): Font =>
  create(readFileSync(resolve(`${FONT_FILES}-${subset}-400-normal.woff`))) as Font;
const fonts = { telugu: loadFont('telugu'), latin: loadFont('latin') };

const MILLIMETRES = 72 / 25.4;
const CODE_SIZE = 42 * MILLIMETRES;
const LEFT = 15 * MILLIMETRES;

/** fontkit fails on the attachment of Telugu's signs. */
const features: unknown = { mark: false, mkmk: false, abvm: false, blwm: false };
const textOptions = { features } as PDFKit.Mixins.TextOptions;

type PdfPage = InstanceType<typeof PdfDocument>;

/** One line of Telugu, English and digits, each in its font. */
function writeText(pdfDocument: PdfPage, text: string, x: number): void {
  const runs = text.match(/\P{ASCII}+|\p{ASCII}+/gu) ?? [];
  runs.forEach((run, index) => {
    const font = /\p{Script=Telugu}/u.test(run) ? 'telugu' : 'latin';
    const continued = index < runs.length - 1;
    if (index === 0) pdfDocument.font(font).text(run, x, pdfDocument.y, { ...textOptions, continued });
    else pdfDocument.font(font).text(run, { ...textOptions, continued });
  });
}

/**
 * The content of a ticket on an A4 page by pdfkit: no browser, no table, Telugu not shaped correctly.
 * Meant as the lower limit; it is none, since fontkit is slow with Telugu.
 */
export async function renderPlainPdf(ticket: PrintedTicket): Promise<Buffer> {
  const pdfDocument = new PdfDocument({
    size: 'A4',
    margin: LEFT,
    lang: 'te',
    info: { Title: ticket.title },
  });
  const file = buffer(pdfDocument);
  for (const [name, font] of Object.entries(fonts)) pdfDocument.registerFont(name, font as never);
  writeText(pdfDocument, `${ticket.examination.te} ${ticket.examination.en}`, LEFT);
  for (const { label, value } of [...ticket.person, ...ticket.rows]) {
    writeText(pdfDocument, `${label.te} ${label.en}: ${value.te} ${value.en ?? ''}`, LEFT);
  }
  for (const { te, en } of ticket.instructions) writeText(pdfDocument, `${te} ${en}`, LEFT);
  writeText(pdfDocument, ticket.edition, LEFT);
  if (ticket.photo)
    pdfDocument.image(ticket.photo, 160 * MILLIMETRES, 40 * MILLIMETRES, { width: 36 * MILLIMETRES });
  pdfDocument
    .save()
    .translate(pdfDocument.page.width - LEFT - CODE_SIZE, pdfDocument.page.height - LEFT - CODE_SIZE)
    .scale(CODE_SIZE / ticket.code.size)
    .path(ticket.code.path)
    .fill()
    .restore();
  pdfDocument.end();
  return file;
}
