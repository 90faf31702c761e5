import { deflateSync, inflateSync } from 'node:zlib';
import { toAccessibleContent } from './accessible-content.ts';
import { CarrierFonts, GlyphFont } from './fonts.ts';
import { createMetadata, findRef, type PdfObject, PdfWriter, readPdfFile } from './pdf-file.ts';

/** A third of the time of zlib's default, for a twentieth more bytes. */
const DEFLATE_OPTIONS = { level: 4 };

const PAGE = /^<<\/Type \/Page\n/;
const FORM = /\/Subtype \/Form\n/;
const COMPOSITE_FONT = /\/Subtype \/Type0\n/;
const FONT_RESOURCES = /\/Font <<((?:\/\w+ \d+ 0 R\s*)+)>>/;

const readText = ({ stream = Buffer.alloc(0) }: PdfObject): string => inflateSync(stream).toString('latin1');

function withText({ number, body }: PdfObject, text: string): PdfObject {
  const stream = deflateSync(Buffer.from(text, 'latin1'), DEFLATE_OPTIONS);
  return { number, body: body.replace(/\/Length \d+/, `/Length ${stream.length}`), stream };
}

/**
 * Converts a tagged PDF of Chromium to PDF/UA-1 (ISO 14289-1): adds metadata, tags or marks everything as artifacts,
 * and makes every word extractable as it was typed.
 */
export function toAccessiblePdf(pdf: Buffer, title: string): Buffer {
  const { objects: original, size, trailer } = readPdfFile(pdf);
  const objects = new Map(original);
  const getObject = (number: number): PdfObject => {
    const object = objects.get(number);
    if (!object) throw new Error(`A PDF has no object ${number}`);
    return object;
  };
  const put = (object: PdfObject) => objects.set(object.number, object);
  const writer = new PdfWriter();
  writer.allocate(size - 1);
  const carriers = new CarrierFonts(writer);

  const fonts = new Map<number, GlyphFont>();
  for (const { number, body } of original.values()) {
    if (!COMPOSITE_FONT.test(body)) continue;
    const unicodeMap = getObject(findRef(body, 'ToUnicode'));
    const [, descendant] = /\/DescendantFonts \[(\d+) 0 R\]/.exec(body) ?? [];
    const font = new GlyphFont(readText(unicodeMap), getObject(Number(descendant)).body);
    fonts.set(number, font);
    if (font.isShaped) put(withText(unicodeMap, font.createHidingMap()));
  }

  const owners = [...original.values()].filter(({ body }) => PAGE.test(body) || FORM.test(body));
  for (const owner of owners) {
    // A page's content is a separate object, a form's content is in the form.
    const content = PAGE.test(owner.body) ? getObject(findRef(owner.body, 'Contents')) : owner;
    const named = new Map<string, GlyphFont>();
    for (const [, name = '', number] of owner.body.matchAll(/\/(\w+) (\d+) 0 R/g)) {
      const font = fonts.get(Number(number));
      if (font) named.set(name, font);
    }
    put(withText(content, toAccessibleContent(readText(content), { fonts: named, carriers })));
  }
  for (const { number } of owners) {
    const { body, ...object } = getObject(number);
    const resources = (_: string, own: string) => `/Font <<${carriers.resources()}${own}>>`;
    put({ ...object, body: body.replace(FONT_RESOURCES, resources) });
  }

  const root = getObject(findRef(trailer, 'Root'));
  const metadata = createMetadata(writer.allocate(1), title);
  put(metadata);
  put({ number: root.number, body: root.body.replace(/>>$/, `\n/Metadata ${metadata.number} 0 R>>`) });
  for (const object of objects.values()) writer.writeObject(object);
  carriers.write();
  writer.end(`/Root ${root.number} 0 R/Info ${findRef(trailer, 'Info')} 0 R`);
  return writer.flush();
}
