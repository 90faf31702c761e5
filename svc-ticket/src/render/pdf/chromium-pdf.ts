/** `body` is Latin-1: one byte a character. */
export interface PdfObject {
  readonly number: number;
  readonly body: string;
  readonly stream?: Uint8Array;
}

/** A tagged PDF of Chromium, split for merging. */
export interface ChromiumPdf {
  /** Object numbers of the page tree and the document's structure element. */
  readonly pages: number;
  readonly document: number;
  readonly pageKids: readonly string[];
  readonly documentKids: readonly string[];
  /** Pairs of the parent tree: a page's key and the reference to its structure elements. */
  readonly parents: readonly (readonly [number: number, ref: string])[];
  /** Pairs of the ID tree, sorted. */
  readonly ids: readonly (readonly [id: string, ref: string])[];
  readonly objects: readonly PdfObject[];
  /** It is PDF/UA-1. */
  readonly isAccessible: boolean;
  /** One more than the highest object number. */
  readonly size: number;
}

/** The objects of a PDF in the form in which Chromium writes it. */
export interface PdfFile {
  readonly objects: ReadonlyMap<number, PdfObject>;
  readonly trailer: string;
  readonly size: number;
}

const ENTRY_BYTES = 20;
const REFS = /\d+ 0 R/g;

/** Byte offsets by object number; 0 for a free one. */
function readTable(pdf: Buffer): { offsets: number[]; trailer: string; table: number } {
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - 64));
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN);
  const head = /^xref\n0 (\d+)\n/.exec(pdf.toString('latin1', table, table + 32));
  if (!head) throw new Error('A part is not a PDF as Chromium writes it');
  const first = table + head[0].length;
  const size = Number(head[1]);
  const entries = pdf.toString('latin1', first, first + size * ENTRY_BYTES);
  const offsets = Array.from({ length: size }, (_, number) => {
    const entry = entries.slice(number * ENTRY_BYTES, (number + 1) * ENTRY_BYTES);
    return entry[17] === 'n' ? Number(entry.slice(0, 10)) : 0;
  });
  return { offsets, trailer: pdf.toString('latin1', first + size * ENTRY_BYTES), table };
}

function readObject(pdf: Buffer, number: number, from: number, to: number): PdfObject {
  const head = `${number} 0 obj\n`.length;
  const end = pdf.lastIndexOf('endobj', to);
  const begin = pdf.subarray(from + head, end).indexOf(' stream\n');
  if (begin < 0) return { number, body: pdf.toString('latin1', from + head, end - 1) };
  const body = pdf.toString('latin1', from + head, from + head + begin);
  const length = Number(/\/Length (\d+)/.exec(body)?.[1]);
  const start = from + head + begin + ' stream\n'.length;
  return { number, body, stream: pdf.subarray(start, start + length) };
}

function readObjects(pdf: Buffer, offsets: readonly number[], table: number): Map<number, PdfObject> {
  const byOffset = offsets
    .map((offset, number) => ({ offset, number }))
    .filter(({ offset }) => offset > 0)
    .toSorted((one, other) => one.offset - other.offset);
  return new Map(
    byOffset.map(({ offset, number }, index) => [
      number,
      readObject(pdf, number, offset, byOffset[index + 1]?.offset ?? table),
    ]),
  );
}

export function findRef(body: string, key: string): number {
  const found = new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1];
  if (!found) throw new Error(`A part has no ${key}`);
  return Number(found);
}

const findRefs = (body: string, key: string): string[] =>
  new RegExp(`/${key} (\\[[^\\]]*\\]|\\d+ 0 R)`).exec(body)?.[1]?.match(REFS) ?? [];

const parseObjectNumber = (ref: string): number => Number.parseInt(ref, 10);

/** Leaves in their order. */
function listNodes(objects: ReadonlyMap<number, PdfObject>, number: number): PdfObject[] {
  const node = objects.get(number);
  if (!node) return [];
  return [node, ...findRefs(node.body, 'Kids').flatMap((kid) => listNodes(objects, parseObjectNumber(kid)))];
}

/** @throws when it is no PDF of Chromium */
export function readPdfFile(pdf: Buffer): PdfFile {
  const { offsets, trailer, table } = readTable(pdf);
  return { objects: readObjects(pdf, offsets, table), trailer, size: offsets.length };
}

/** @throws when it is no tagged PDF of Chromium */
export function readChromiumPdf(pdf: Buffer): ChromiumPdf {
  const { objects, trailer, size } = readPdfFile(pdf);
  const getBody = (number: number): string => objects.get(number)?.body ?? '';

  const root = findRef(trailer, 'Root');
  const pages = findRef(getBody(root), 'Pages');
  const tags = findRef(getBody(root), 'StructTreeRoot');
  const document = findRef(getBody(tags), 'K');
  const parents = listNodes(objects, findRef(getBody(tags), 'ParentTree'));
  const ids = findRefs(getBody(tags), 'IDTree').flatMap((ref) => listNodes(objects, parseObjectNumber(ref)));
  const metadata = findRefs(getBody(root), 'Metadata').map(parseObjectNumber);
  const structureObjects = [root, ...metadata, findRef(trailer, 'Info'), pages, tags, document];
  const structureNumbers = new Set([
    ...structureObjects,
    ...[...parents, ...ids].map(({ number }) => number),
  ]);

  const matchPairs = (nodes: readonly PdfObject[], kind: RegExp) =>
    nodes.flatMap(({ body }) => [...body.matchAll(kind)]);
  return {
    pages,
    document,
    pageKids: findRefs(getBody(pages), 'Kids'),
    documentKids: findRefs(getBody(document), 'K'),
    parents: matchPairs(parents, /(\d+) (\d+ 0 R)/g).map(([, number, ref = '']) => [Number(number), ref]),
    ids: matchPairs(ids, /\(([\w-]+)\) (\d+ 0 R)/g).map(([, id = '', ref = '']) => [id, ref]),
    objects: [...objects.values()].filter(({ number }) => !structureNumbers.has(number)),
    isAccessible: metadata.length > 0,
    size,
  };
}
