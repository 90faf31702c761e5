import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { create, type Font } from 'fontkit';
import PdfDocument from 'pdfkit';
import type { PrintedTicket } from '../../../svc-ticket/src/render/printed-ticket.ts';
import { sfntFrom } from '../../../svc-ticket/src/render/sfnt.ts';

const { resolve } = createRequire(import.meta.url);
const FILES = '@fontsource/noto-sans-telugu/files/noto-sans-telugu';
/** Read once; pdfkit would read it anew for each page. */
const fontOf = (subset: string): Font =>
  create(sfntFrom(readFileSync(resolve(`${FILES}-${subset}-400-normal.woff`)))) as Font;
const fonts = { telugu: fontOf('telugu'), latin: fontOf('latin') };

const MILLIMETRES = 72 / 25.4;
const CODE = 42 * MILLIMETRES;
const LEFT = 15 * MILLIMETRES;

/** fontkit stumbles over how Telugu's signs are attached. */
const features: unknown = { mark: false, mkmk: false, abvm: false, blwm: false };
const simply = { features } as PDFKit.Mixins.TextOptions;

type Paper = InstanceType<typeof PdfDocument>;

/** One line of Telugu, English and digits, each in its font. */
function write(paper: Paper, text: string, x: number): void {
  const runs = text.match(/\P{ASCII}+|\p{ASCII}+/gu) ?? [];
  runs.forEach((run, place) => {
    const font = /\p{Script=Telugu}/u.test(run) ? 'telugu' : 'latin';
    const continued = place < runs.length - 1;
    if (place === 0) paper.font(font).text(run, x, paper.y, { ...simply, continued });
    else paper.font(font).text(run, { ...simply, continued });
  });
}

/**
 * The same content as a ticket's, put on an A4 page by pdfkit: no browser, no table, Telugu not shaped as it must
 * be. Meant as the lower limit; that it is none comes of fontkit, which takes its time with Telugu.
 */
export async function printPlain(ticket: PrintedTicket): Promise<Buffer> {
  const paper = new PdfDocument({ size: 'A4', margin: LEFT, lang: 'te', info: { Title: ticket.title } });
  const file = buffer(paper);
  for (const [name, font] of Object.entries(fonts)) paper.registerFont(name, font as never);
  write(paper, `${ticket.examination.te} ${ticket.examination.en}`, LEFT);
  for (const { label, value } of ticket.rows) {
    write(paper, `${label.te} ${label.en}: ${value.te} ${value.en ?? ''}`, LEFT);
  }
  for (const { te, en } of ticket.instructions) write(paper, `${te} ${en}`, LEFT);
  write(paper, ticket.edition, LEFT);
  if (ticket.photo)
    paper.image(ticket.photo, 160 * MILLIMETRES, 40 * MILLIMETRES, { width: 36 * MILLIMETRES });
  paper
    .save()
    .translate(paper.page.width - LEFT - CODE, paper.page.height - LEFT - CODE)
    .scale(CODE / ticket.code.size)
    .path(ticket.code.path)
    .fill()
    .restore();
  paper.end();
  return file;
}
