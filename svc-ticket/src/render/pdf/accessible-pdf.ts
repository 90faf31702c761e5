import { deflateSync, inflateSync } from 'node:zlib';
import { type GlyphFont, toAccessibleContent } from './accessible-content.ts';
import { CarrierFonts } from './carrier-fonts.ts';
import { createMetadata, findRef, type PdfFile, type PdfObject, PdfWriter, readPdfFile } from './pdf-file.ts';
import { createUnicodeMap, decodeHex, parseUnicodeMap, type UnicodeMap } from './unicode-map.ts';

/** A third of the time of zlib's default, for a twentieth more bytes. */
const DEFLATE_OPTIONS = { level: 4 };

/** Stands for shaped glyphs, whose text is carried separately; a reader of this mapping extracts nothing. */
const NO_LETTER = '\u2060';

const PAGE = /^<<\/Type \/Page\n/;
const FORM = /\/Subtype \/Form\n/;
const COMPOSITE_FONT = /\/Subtype \/Type0\n/;
const FONT_RESOURCES = /\/Font <<((?:\/\w+ \d+ 0 R\s*)+)>>/;

interface CompositeFont extends GlyphFont {
  readonly toUnicode: number;
  readonly unicode: UnicodeMap;
}

interface Draft {
  readonly file: PdfFile;
  readonly fonts: ReadonlyMap<number, CompositeFont>;
  readonly carriers: CarrierFonts;
}

/** Letters that PDF readers treat as marks without a position, and letters that they omit. */
const UNPLACED_LETTER = /[\p{Mn}\p{Cf}\0]/u;

const CODE = /.{4}/g;
const WIDTHS = /(\d+) (?:\[([^\]]*)\]|(\d+) ([-\d.]+))/g;

/** Reads /W and /DW (ISO 32000-1, 9.7.4.3), in thousandths. */
function readWidths(body: string): (glyph: number) => number {
  const widths = new Map<number, number>();
  const start = body.indexOf('/W [') + '/W ['.length;
  const end = body.indexOf('\n', start);
  const table = start < '/W ['.length ? '' : body.slice(start, end < 0 ? undefined : end);
  for (const [, from, list, to, each] of table.matchAll(WIDTHS)) {
    const first = Number(from);
    if (list === undefined) for (let at = first; at <= Number(to); at += 1) widths.set(at, Number(each));
    else for (const [index, width] of list.split(' ').entries()) widths.set(first + index, Number(width));
  }
  const other = Number(/\/DW (\d+)/.exec(body)?.[1] ?? 1000);
  return (glyph) => widths.get(glyph) ?? other;
}

/** @param descendant the body of the font's CIDFont */
function createGlyphFont(unicode: UnicodeMap, descendant: string): GlyphFont {
  const widthOf = readWidths(descendant);
  const split = (code: string): readonly string[] => code.toLowerCase().match(CODE) ?? [];
  return {
    isShaped: [...unicode.values()].some((text) => UNPLACED_LETTER.test(text)),
    toText: (code) =>
      split(code)
        .map((glyph) => unicode.get(glyph) ?? '')
        .join('')
        .replaceAll('\0', ''),
    measure: (code) =>
      split(code).reduce((sum, glyph) => sum + widthOf(Number.parseInt(glyph, 16)), 0) / 1000,
  };
}

const getObject = ({ objects }: PdfFile, number: number): PdfObject => {
  const object = objects.get(number);
  if (!object) throw new Error(`A PDF has no object ${number}`);
  return object;
};

const readText = ({ stream = Buffer.alloc(0) }: PdfObject): string => inflateSync(stream).toString('latin1');

function withText({ number, body }: PdfObject, text: string): PdfObject {
  const stream = deflateSync(Buffer.from(text, 'latin1'), DEFLATE_OPTIONS);
  return { number, body: body.replace(/\/Length \d+/, `/Length ${stream.length}`), stream };
}

function readFont(file: PdfFile, { body }: PdfObject): CompositeFont {
  const toUnicode = findRef(body, 'ToUnicode');
  const unicode = parseUnicodeMap(readText(getObject(file, toUnicode)));
  const [, descendant] = /\/DescendantFonts \[(\d+) 0 R\]/.exec(body) ?? [];
  return { ...createGlyphFont(unicode, getObject(file, Number(descendant)).body), toUnicode, unicode };
}

const readFonts = (file: PdfFile): Map<number, CompositeFont> =>
  new Map(
    [...file.objects.values()].flatMap((object) =>
      COMPOSITE_FONT.test(object.body) ? [[object.number, readFont(file, object)]] : [],
    ),
  );

function findFonts({ fonts }: Draft, body: string): Map<string, CompositeFont> {
  const named = FONT_RESOURCES.exec(body)?.[1] ?? '';
  return new Map(
    [...named.matchAll(/\/(\w+) (\d+) 0 R/g)].flatMap(([, name = '', number]) => {
      const font = fonts.get(Number(number));
      return font ? [[name, font]] : [];
    }),
  );
}

/** A page's content is a separate object, a form's content is in the form. */
function rewriteContent(draft: Draft, owner: PdfObject): PdfObject {
  const { file, carriers } = draft;
  const content = PAGE.test(owner.body) ? getObject(file, findRef(owner.body, 'Contents')) : owner;
  const text = readText(content);
  return withText(content, toAccessibleContent(text, { fonts: findFonts(draft, owner.body), carriers }));
}

const addCarriers = ({ body, ...object }: PdfObject, resources: string): PdfObject => ({
  ...object,
  body: body.replace(FONT_RESOURCES, (_, fonts) => `/Font <<${resources}${fonts}>>`),
});

const hideGlyphs = ({ file }: Draft, { toUnicode, unicode }: CompositeFont): PdfObject =>
  withText(
    getObject(file, toUnicode),
    createUnicodeMap([...unicode.keys()].map((code) => [code, NO_LETTER])),
  );

function readTitle(info: string): string {
  const title = /\/Title <([\dA-F]+)>/.exec(info)?.[1];
  if (title === undefined) throw new Error('A PDF has no title');
  return decodeHex(title).replace('\ufeff', '');
}

/**
 * Converts a tagged PDF of Chromium to PDF/UA-1 (ISO 14289-1): adds metadata, tags or marks everything as artifacts,
 * and makes every word extractable as it was typed.
 */
export async function toAccessiblePdf(pdf: Buffer): Promise<Buffer> {
  const file = readPdfFile(pdf);
  const chunks: Uint8Array[] = [];
  const writer = new PdfWriter({ writeFile: async (bytes) => void chunks.push(bytes) });
  writer.allocate(file.size - 1);
  const carriers = new CarrierFonts((count) => writer.allocate(count));
  const draft: Draft = { file, fonts: readFonts(file), carriers };

  const objects = new Map(file.objects);
  const put = (object: PdfObject) => objects.set(object.number, object);
  const owners = [...objects.values()].filter(({ body }) => PAGE.test(body) || FORM.test(body));
  for (const owner of owners) put(rewriteContent(draft, owner));
  for (const { number } of owners) put(addCarriers(objects.get(number) as PdfObject, carriers.resources()));
  for (const font of draft.fonts.values()) if (font.isShaped) put(hideGlyphs(draft, font));
  for (const object of carriers.objects()) put(object);

  const root = getObject(file, findRef(file.trailer, 'Root'));
  const metadata = createMetadata(
    writer.allocate(1),
    readTitle(getObject(file, findRef(file.trailer, 'Info')).body),
  );
  put(metadata);
  put({ number: root.number, body: root.body.replace(/>>$/, `\n/Metadata ${metadata.number} 0 R>>`) });

  for (const object of objects.values()) await writer.writeObject(object);
  await writer.end(`/Root ${root.number} 0 R/Info ${findRef(file.trailer, 'Info')} 0 R`);
  return Buffer.concat(chunks);
}
