import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { encodeHex } from './fonts.ts';
import { createMetadata, findRef, type PdfObject, PdfWriter, readPdfFile } from './pdf-file.ts';

const REFS = /\d+ 0 R/g;
const PAGE = /^<<\/Type \/Page\n/;
/** Every sheet repeats some texts, so that identical fonts are written once for all parts. */
const FONT = /\/Length1 /;
const MAX_FONTS = 2000;

const findRefs = (body: string, key: string): string[] =>
  new RegExp(`/${key} (\\[[^\\]]*\\]|\\d+ 0 R)`).exec(body)?.[1]?.match(REFS) ?? [];

/** An accessible PDF of Chromium, split for merging. @throws when it is none */
function readPart(pdf: Buffer) {
  const { objects, trailer, size } = readPdfFile(pdf);
  const getBody = (number: number): string => objects.get(number)?.body ?? '';
  /** Nodes of a number or name tree, and those below them in their order. */
  const listNodes = (refs: readonly string[]): number[] =>
    refs
      .map((ref) => Number.parseInt(ref, 10))
      .flatMap((number) => [number, ...listNodes(findRefs(getBody(number), 'Kids'))]);
  const matchPairs = (nodes: readonly number[], pair: RegExp) =>
    nodes.flatMap((number) => [...getBody(number).matchAll(pair)]);

  const root = findRef(trailer, 'Root');
  const [pages, tags] = [findRef(getBody(root), 'Pages'), findRef(getBody(root), 'StructTreeRoot')];
  const document = findRef(getBody(tags), 'K');
  const parents = listNodes(findRefs(getBody(tags), 'ParentTree'));
  const ids = listNodes(findRefs(getBody(tags), 'IDTree'));
  const described = [findRef(trailer, 'Info'), findRef(getBody(root), 'Metadata')];
  const structure = new Set([root, ...described, pages, tags, document, ...parents, ...ids]);

  return {
    size,
    pages,
    document,
    pageKids: findRefs(getBody(pages), 'Kids'),
    documentKids: findRefs(getBody(document), 'K'),
    /** A page's key and the reference to its structure elements. */
    parents: matchPairs(parents, /(\d+) (\d+ 0 R)/g).map(([, key, ref = '']) => [Number(key), ref] as const),
    /** Sorted. */
    ids: matchPairs(ids, /\(([\w-]+)\) (\d+ 0 R)/g).map(([, id = '', ref = '']) => [id, ref] as const),
    /** Without the document's structure, which the merged file has once. */
    objects: [...objects.values()].filter(({ number }) => !structure.has(number)),
  };
}

export interface Renumbering {
  readonly mapNumber: (number: number) => number;
  /** Offset for the keys of the parent tree. */
  readonly firstParent: number;
  /** Prefix that makes element IDs unique. */
  readonly prefix: string;
}

/** Alternatives: an element ID, any other string (unchanged), a reference, a key of the parent tree. */
const REFERENCE = /\((node\d+)\)|\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f]*>|(\d+) 0 R|\/StructParents? (\d+)/gs;

export const renumber = (text: string, { mapNumber, firstParent, prefix }: Renumbering): string =>
  text.replace(REFERENCE, (found: string, id?: string, ref?: string, parent?: string) => {
    if (id !== undefined) return `(${prefix}${id})`;
    if (ref !== undefined) return `${mapNumber(Number(ref))} 0 R`;
    if (parent === undefined) return found;
    return `${found.slice(0, -parent.length)}${Number(parent) + firstParent}`;
  });

/** Numbers of the objects that a merged file has once. */
const ONCE = {
  catalog: 1,
  info: 2,
  pages: 3,
  tags: 4,
  document: 5,
  parents: 6,
  ids: 7,
  metadata: 8,
} as const;

class PdfMerge {
  readonly writer = new PdfWriter();
  readonly #fonts = new Map<string, number>();
  readonly #pageKids: string[] = [];
  readonly #documentKids: string[] = [];
  /** One of each part. */
  readonly #parentLeaves: string[] = [];
  readonly #idLeaves: string[] = [];
  #pageCount = 0;
  #nextParent = 0;

  constructor() {
    this.writer.allocate(Object.keys(ONCE).length);
  }

  add(pdf: Buffer): void {
    const part = readPart(pdf);
    const first = this.writer.allocate(part.size);
    const reused = new Map<number, number>([
      [part.pages, ONCE.pages],
      [part.document, ONCE.document],
    ]);
    const added = part.objects.filter((object) => {
      const existing = this.#findFont(object, first + object.number);
      if (existing !== undefined) reused.set(object.number, existing);
      return existing === undefined;
    });
    const firstParent = this.#nextParent;
    const prefix = `${String(this.#pageCount).padStart(7, '0')}-`;
    const mapNumber = (number: number) => reused.get(number) ?? first + number;
    const rewrite = (text: string) => renumber(text, { mapNumber, firstParent, prefix });

    for (const { number, body, ...content } of added)
      this.writer.writeObject({ number: first + number, body: rewrite(body), ...content });
    const parents = part.parents.map(([key, ref]) => [key + firstParent, rewrite(ref)] as const);
    this.#addLeaf('Nums', parents, this.#parentLeaves);
    const ids = part.ids.map(([id, ref]) => [`(${prefix}${id})`, rewrite(ref)] as const);
    this.#addLeaf('Names', ids, this.#idLeaves);

    this.#pageCount += part.objects.filter(({ body }) => PAGE.test(body)).length;
    this.#nextParent = Math.max(firstParent, ...parents.map(([key]) => key + 1));
    this.#pageKids.push(...part.pageKids.map(rewrite));
    this.#documentKids.push(...part.documentKids.map(rewrite));
  }

  /** @returns the number of pages */
  end(title: string): number {
    const { catalog, info, pages, tags, document, parents, ids, metadata } = ONCE;
    const bodies = new Map<number, string>([
      [
        catalog,
        `/Type /Catalog\n/Pages ${pages} 0 R\n/StructTreeRoot ${tags} 0 R\n/Lang (te)\n/MarkInfo <</Marked true>>\n/ViewerPreferences <</DisplayDocTitle true>>\n/Metadata ${metadata} 0 R`,
      ],
      [info, `/Title <FEFF${encodeHex(title)}>`],
      [pages, `/Type /Pages\n/Count ${this.#pageCount}\n/Kids [${this.#pageKids.join(' ')}]`],
      [
        tags,
        `/Type /StructTreeRoot\n/K ${document} 0 R\n/ParentTreeNextKey ${this.#nextParent}\n/ParentTree ${parents} 0 R\n/IDTree ${ids} 0 R`,
      ],
      [
        document,
        `/Type /StructElem\n/S /Document\n/Lang (te)\n/P ${tags} 0 R\n/K [${this.#documentKids.join(' ')}]`,
      ],
      [parents, `/Kids [${this.#parentLeaves.join(' ')}]`],
      [ids, this.#idLeaves.length > 0 ? `/Kids [${this.#idLeaves.join(' ')}]` : '/Names []'],
    ]);
    for (const [number, body] of bodies) this.writer.writeObject({ number, body: `<<${body}>>` });
    this.writer.writeObject(createMetadata(metadata, title));
    this.writer.end(`/Root ${catalog} 0 R/Info ${info} 0 R`);
    return this.#pageCount;
  }

  /** The number of an identical font; registers a new one under `number`. */
  #findFont({ body, stream }: PdfObject, number: number): number | undefined {
    if (!stream || !FONT.test(body)) return undefined;
    const hash = createHash('sha256').update(body, 'latin1').update(stream).digest('base64');
    const existing = this.#fonts.get(hash);
    if (existing === undefined && this.#fonts.size < MAX_FONTS) this.#fonts.set(hash, number);
    return existing;
  }

  #addLeaf(
    kind: 'Nums' | 'Names',
    pairs: readonly (readonly [key: number | string, ref: string])[],
    leaves: string[],
  ): void {
    if (pairs.length === 0) return;
    const number = this.writer.allocate(1);
    const limits = `[${pairs[0]?.[0]} ${pairs.at(-1)?.[0]}]`;
    const entries = pairs.map((pair) => pair.join(' ')).join(' ');
    this.writer.writeObject({ number, body: `<</Limits ${limits}\n/${kind} [${entries}]>>` });
    leaves.push(`${number} 0 R`);
  }
}

/** Merges accessible PDFs of Chromium; holds one at a time in memory. @returns the number of pages */
export async function mergePdfs(
  parts: Iterable<Buffer> | AsyncIterable<Buffer>,
  { title, out }: { readonly title: string; readonly out: Writable },
): Promise<number> {
  const merge = new PdfMerge();
  let pages = 0;
  await pipeline(async function* () {
    for await (const part of parts) {
      merge.add(part);
      yield merge.writer.flush();
    }
    pages = merge.end(title);
    yield merge.writer.flush();
  }, out);
  return pages;
}
