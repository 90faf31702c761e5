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
import { parseUnicodeMap, type UnicodeMap } from '../../render/pdf/unicode-map.ts';
import { readMarkedTexts } from './marked-texts.ts';
import type { ScannedPage } from './scanned-page.ts';

export type PageContents = Pick<ScannedPage, 'texts' | 'pictures'>;

const toPdfName = (name: string): PDFName => PDFName.of(name);

const decodeStream = (stream: PDFObject | undefined): string =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';

function listResources(page: PDFPage, kind: string): [string, PDFObject | undefined][] {
  const entries = page.node.Resources()?.lookupMaybe(toPdfName(kind), PDFDict)?.entries() ?? [];
  return entries.map(([name, object]) => [name.decodeText(), page.doc.context.lookup(object)]);
}

function readContent(page: PDFPage): string {
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  return streams.map((stream) => decodeStream(page.doc.context.lookup(stream))).join('\n');
}

function readFonts(page: PDFPage): Map<string, UnicodeMap> {
  const fonts = listResources(page, 'Font').map(([name, font]): [string, UnicodeMap] => {
    const table = font instanceof PDFDict ? font.lookup(toPdfName('ToUnicode')) : undefined;
    return [name, parseUnicodeMap(decodeStream(table))];
  });
  return new Map(fonts);
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const hashPictures = (page: PDFPage): string[] =>
  listResources(page, 'XObject').flatMap(([, object]) =>
    object instanceof PDFRawStream && object.dict.get(toPdfName('Subtype')) === toPdfName('Image')
      ? hash(object.contents)
      : [],
  );

/** Executes nothing in the file. @throws when it is broken */
export async function readPdfContents(pdf: Uint8Array): Promise<PageContents[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document.getPages().map((page) => {
    const texts = readMarkedTexts(readContent(page), readFonts(page));
    return texts.length > 0 ? { texts, pictures: hashPictures(page) } : { texts, pictures: undefined };
  });
}
