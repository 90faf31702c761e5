import { createHash } from 'node:crypto';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import { markedTexts } from './marked-texts.ts';
import type { SeenPage } from './seen-page.ts';
import { type UnicodeMap, unicodeMap } from './unicode-map.ts';

export type PageContents = Pick<SeenPage, 'texts' | 'pictures'>;

const named = (name: string): PDFName => PDFName.of(name);

const decoded = (stream: PDFObject | undefined): string =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';

/** The entries of one kind among a page's resources. */
function resourcesOf(page: PDFPage, kind: string): [string, PDFObject | undefined][] {
  const entries = page.node.Resources()?.lookupMaybe(named(kind), PDFDict)?.entries() ?? [];
  return entries.map(([name, object]) => [name.decodeText(), page.doc.context.lookup(object)]);
}

function contentOf(page: PDFPage): string {
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  return streams.map((stream) => decoded(page.doc.context.lookup(stream))).join('\n');
}

function fontsOf(page: PDFPage): Map<string, UnicodeMap> {
  const fonts = resourcesOf(page, 'Font').map(([name, font]): [string, UnicodeMap] => {
    const table = font instanceof PDFDict ? font.lookup(named('ToUnicode')) : undefined;
    return [name, unicodeMap(decoded(table))];
  });
  return new Map(fonts);
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const picturesOf = (page: PDFPage): string[] =>
  resourcesOf(page, 'XObject').flatMap(([, object]) =>
    object instanceof PDFRawStream && object.dict.get(named('Subtype')) === named('Image')
      ? hash(object.contents)
      : [],
  );

/** What each page of a PDF says and shows, by its own account; nothing in it is run. @throws when it is broken. */
export async function contentsOf(pdf: Uint8Array): Promise<PageContents[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document.getPages().map((page) => {
    const texts = markedTexts(contentOf(page), fontsOf(page));
    return texts.length > 0 ? { texts, pictures: picturesOf(page) } : { texts, pictures: undefined };
  });
}
