import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createMetadata, findRef, type PdfObject, PdfWriter, readPdfFile } from './pdf-file.ts';
import { encodeHex } from './unicode-map.ts';

const REFS = /\d+ 0 R/g;
const PAGE = /^<<\/Type \/Page\n/;
/** Every sheet repeats some texts, so that identical fonts are written once for all parts. */
const FONT = /\/Length1 /;
const MAX_FONTS = 2000;

const findRefs = (body: string, key: string): string[] =>
  new RegExp(`/${key} (\\[[^\\]]*\\]|\\d+ 0 R)`).exec(body)?.[1]?.match(REFS) ?? [];

const toPdfArray = (refs: readonly string[]): string => `[${refs.join(' ')}]`;

/** A tagged PDF of Chromium, split for merging. @throws when it is none */
function readPart(pdf: Buffer) {
  const { objects, trailer, size } = readPdfFile(pdf);
  const getBody = (number: number): string => objects.get(number)?.body ?? '';
  /** A node of a number or name tree, and those below it in their order. */
  const listNodes = (number: number): number[] =>
    objects.has(number)
      ? [number, ...findRefs(getBody(number), 'Kids').flatMap((kid) => listNodes(Number.parseInt(kid, 10)))]
      : [];
  const matchPairs = (nodes: readonly number[], pair: RegExp) =>
    nodes.flatMap((number) => [...getBody(number).matchAll(pair)]);

  const root = findRef(trailer, 'Root');
  const pages = findRef(getBody(root), 'Pages');
  const tags = findRef(getBody(root), 'StructTreeRoot');
  const document = findRef(getBody(tags), 'K');
  const parents = listNodes(findRef(getBody(tags), 'ParentTree'));
  const toNumbers = (refs: readonly string[]) => refs.map((ref) => Number.parseInt(ref, 10));
  const ids = toNumbers(findRefs(getBody(tags), 'IDTree')).flatMap(listNodes);
  const metadata = toNumbers(findRefs(getBody(root), 'Metadata'));
  const structure = new Set([root, findRef(trailer, 'Info'), pages, tags, document, ...parents, ...ids]);
  for (const number of metadata) structure.add(number);

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
    isAccessible: metadata.length > 0,
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
const REFERENCE =
  /\(((?:\d+-)*node\d+)\)|\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f]*>|(\d+) 0 R|\/StructParents? (\d+)/gs;

export const renumber = (text: string, { mapNumber, firstParent, prefix }: Renumbering): string =>
  text.replace(REFERENCE, (found: string, id?: string, ref?: string, parent?: string) => {
    if (id !== undefined) return `(${prefix}${id})`;
    if (ref !== undefined) return `${mapNumber(Number(ref))} 0 R`;
    if (parent === undefined) return found;
    return `${found.slice(0, -parent.length)}${Number(parent) + firstParent}`;
  });

/** Writes the layout that Chromium writes, so that a result can be merged again. */
class PdfMerge {
  readonly #writer: PdfWriter;
  readonly #catalog: number;
  readonly #info: number;
  readonly #pages: number;
  readonly #tags: number;
  readonly #document: number;
  readonly #parentTree: number;
  readonly #idTree: number;
  readonly #fonts = new Map<string, number>();
  readonly #pageKids: string[] = [];
  readonly #documentKids: string[] = [];
  /** One of each part. */
  readonly #parentLeaves: string[] = [];
  readonly #idLeaves: string[] = [];
  #pageCount = 0;
  #nextParent = 0;
  #isAccessible = true;

  constructor(writer: PdfWriter) {
    this.#writer = writer;
    this.#catalog = writer.allocate(1);
    this.#info = writer.allocate(1);
    this.#pages = writer.allocate(1);
    this.#tags = writer.allocate(1);
    this.#document = writer.allocate(1);
    this.#parentTree = writer.allocate(1);
    this.#idTree = writer.allocate(1);
  }

  async add(pdf: Buffer): Promise<void> {
    const part = readPart(pdf);
    const first = this.#writer.allocate(part.size);
    const reused = new Map([
      [part.pages, this.#pages],
      [part.document, this.#document],
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

    for (const { number, body, stream } of added)
      await this.#writer.writeObject({
        number: first + number,
        body: rewrite(body),
        ...(stream && { stream }),
      });
    const parents = part.parents.map(([key, ref]) => [key + firstParent, rewrite(ref)] as const);
    await this.#addLeaf('Nums', parents, this.#parentLeaves);
    const ids = part.ids.map(([id, ref]) => [`(${prefix}${id})`, rewrite(ref)] as const);
    await this.#addLeaf('Names', ids, this.#idLeaves);

    this.#isAccessible &&= part.isAccessible;
    this.#pageCount += part.objects.filter(({ body }) => PAGE.test(body)).length;
    this.#nextParent = Math.max(firstParent, ...parents.map(([key]) => key + 1));
    this.#pageKids.push(...part.pageKids.map(rewrite));
    this.#documentKids.push(...part.documentKids.map(rewrite));
  }

  /** @returns the number of pages */
  async end(title: string): Promise<number> {
    const metadata = createMetadata(this.#writer.allocate(1), title);
    if (this.#isAccessible) await this.#writer.writeObject(metadata);
    const bodies = [
      [
        this.#catalog,
        `/Type /Catalog\n/Pages ${this.#pages} 0 R\n/StructTreeRoot ${this.#tags} 0 R\n/Lang (te)\n/MarkInfo <</Marked true>>\n/ViewerPreferences <</DisplayDocTitle true>>${this.#isAccessible ? `\n/Metadata ${metadata.number} 0 R` : ''}`,
      ],
      [this.#info, `/Title <FEFF${encodeHex(title)}>`],
      [this.#pages, `/Type /Pages\n/Count ${this.#pageCount}\n/Kids ${toPdfArray(this.#pageKids)}`],
      [
        this.#tags,
        `/Type /StructTreeRoot\n/K ${this.#document} 0 R\n/ParentTreeNextKey ${this.#nextParent}\n/ParentTree ${this.#parentTree} 0 R\n/IDTree ${this.#idTree} 0 R`,
      ],
      [
        this.#document,
        `/Type /StructElem\n/S /Document\n/Lang (te)\n/P ${this.#tags} 0 R\n/K ${toPdfArray(this.#documentKids)}`,
      ],
      [this.#parentTree, `/Kids ${toPdfArray(this.#parentLeaves)}`],
      [this.#idTree, this.#idLeaves.length > 0 ? `/Kids ${toPdfArray(this.#idLeaves)}` : '/Names []'],
    ] as const;
    for (const [number, body] of bodies) await this.#writer.writeObject({ number, body: `<<${body}>>` });
    await this.#writer.end(`/Root ${this.#catalog} 0 R/Info ${this.#info} 0 R`);
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

  async #addLeaf(
    kind: 'Nums' | 'Names',
    pairs: readonly (readonly [key: number | string, ref: string])[],
    leaves: string[],
  ): Promise<void> {
    if (pairs.length === 0) return;
    const number = this.#writer.allocate(1);
    const limits = `[${pairs[0]?.[0]} ${pairs.at(-1)?.[0]}]`;
    const entries = toPdfArray(pairs.map((pair) => pair.join(' ')));
    await this.#writer.writeObject({ number, body: `<</Limits ${limits}\n/${kind} ${entries}>>` });
    leaves.push(`${number} 0 R`);
  }
}

/** Merges tagged PDFs of Chromium or earlier results; holds one at a time in memory. @returns the number of pages */
export async function mergePdfs(
  parts: Iterable<Buffer> | AsyncIterable<Buffer>,
  { title, file }: { readonly title: string; readonly file: string },
): Promise<number> {
  const handle = await open(file, 'w');
  try {
    const merge = new PdfMerge(new PdfWriter(handle));
    for await (const part of parts) await merge.add(part);
    const pages = await merge.end(title);
    await handle.sync();
    return pages;
  } finally {
    await handle.close();
  }
}
