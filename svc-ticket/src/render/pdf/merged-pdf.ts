import { type ChromiumPdf, readChromiumPdf } from './chromium-pdf.ts';
import { createFontCache } from './font-cache.ts';
import { createMetadata } from './metadata.ts';
import type { PdfWriter } from './pdf-writer.ts';
import { type Renumbering, renumber, renumberId } from './renumber.ts';
import { encodeHex } from './unicode-map.ts';

interface MergedPdf {
  add(pdf: Buffer): Promise<void>;
  /** Returns the number of pages. */
  end(title: string): Promise<number>;
}

type Pair = readonly [key: string, ref: string];

const PAGE = /^<<\/Type \/Page\n/;

const toPdfArray = (refs: readonly string[]): string => `[${refs.join(' ')}]`;

/** Numbers of the objects that a file has once. */
interface RootNumbers {
  readonly catalog: number;
  readonly info: number;
  readonly pages: number;
  readonly tags: number;
  readonly document: number;
  readonly parents: number;
  readonly ids: number;
}

const allocateRoots = (writer: PdfWriter): RootNumbers => ({
  catalog: writer.allocate(1),
  info: writer.allocate(1),
  pages: writer.allocate(1),
  tags: writer.allocate(1),
  document: writer.allocate(1),
  parents: writer.allocate(1),
  ids: writer.allocate(1),
});

interface MergedContent {
  readonly title: string;
  readonly pageCount: number;
  readonly pageKids: readonly string[];
  readonly documentKids: readonly string[];
  readonly parentLeaves: readonly string[];
  readonly nextParent: number;
  readonly idLeaves: readonly string[];
  /** Object number, in a PDF/UA-1 file. */
  readonly metadata: number | undefined;
}

const toRootBodies = (
  { catalog, info, pages, tags, document, parents, ids }: RootNumbers,
  content: MergedContent,
): readonly (readonly [number: number, body: string])[] => [
  [
    catalog,
    `/Type /Catalog\n/Pages ${pages} 0 R\n/StructTreeRoot ${tags} 0 R\n/Lang (te)\n/MarkInfo <</Marked true>>\n/ViewerPreferences <</DisplayDocTitle true>>${content.metadata ? `\n/Metadata ${content.metadata} 0 R` : ''}`,
  ],
  [info, `/Title <FEFF${encodeHex(content.title)}>`],
  [pages, `/Type /Pages\n/Count ${content.pageCount}\n/Kids ${toPdfArray(content.pageKids)}`],
  [
    tags,
    `/Type /StructTreeRoot\n/K ${document} 0 R\n/ParentTreeNextKey ${content.nextParent}\n/ParentTree ${parents} 0 R\n/IDTree ${ids} 0 R`,
  ],
  [
    document,
    `/Type /StructElem\n/S /Document\n/Lang (te)\n/P ${tags} 0 R\n/K ${toPdfArray(content.documentKids)}`,
  ],
  [parents, `/Kids ${toPdfArray(content.parentLeaves)}`],
  [ids, content.idLeaves.length > 0 ? `/Kids ${toPdfArray(content.idLeaves)}` : '/Names []'],
];

/** A number or name tree with one leaf for each part. */
function createTree(writer: PdfWriter, kind: 'Nums' | 'Names') {
  const leaves: string[] = [];
  return {
    leaves,
    async addLeaf(pairs: readonly Pair[]): Promise<void> {
      if (pairs.length === 0) return;
      const number = writer.allocate(1);
      const limits = `[${pairs[0]?.[0]} ${pairs.at(-1)?.[0]}]`;
      const entries = toPdfArray(pairs.map((pair) => pair.join(' ')));
      await writer.writeObject(number, `<</Limits ${limits}\n/${kind} ${entries}>>`);
      leaves.push(`${number} 0 R`);
    },
  };
}

/** Writes the objects of a part under new numbers, and each font once for all parts. */
function createObjectCopier(writer: PdfWriter, roots: RootNumbers) {
  const fontCache = createFontCache();
  return async (part: ChromiumPdf, offsets: Omit<Renumbering, 'mapNumber'>): Promise<Renumbering> => {
    const first = writer.allocate(part.size);
    const reusedNumbers = new Map([
      [part.pages, roots.pages],
      [part.document, roots.document],
    ]);
    const newObjects = part.objects.filter((object) => {
      const existing = fontCache.find(object, first + object.number);
      if (existing !== undefined) reusedNumbers.set(object.number, existing);
      return existing === undefined;
    });
    const mapNumber = (number: number) => reusedNumbers.get(number) ?? first + number;
    const renumbering = { ...offsets, mapNumber };
    for (const { number, body, stream } of newObjects) {
      await writer.writeObject(first + number, renumber(body, renumbering), stream);
    }
    return renumbering;
  };
}

/** Writes the layout that Chromium writes, so that a result can be merged again. */
export function startMerge(writer: PdfWriter): MergedPdf {
  const roots = allocateRoots(writer);
  const copyObjects = createObjectCopier(writer, roots);
  const parentTree = createTree(writer, 'Nums');
  const idTree = createTree(writer, 'Names');
  const pageKids: string[] = [];
  const documentKids: string[] = [];
  let pageCount = 0;
  let nextParent = 0;
  let isAccessible = true;

  return {
    async add(pdf) {
      const part = readChromiumPdf(pdf);
      isAccessible &&= part.isAccessible;
      const prefix = `${String(pageCount).padStart(7, '0')}-`;
      const renumbering = await copyObjects(part, { firstParent: nextParent, prefix });
      pageCount += part.objects.filter(({ body }) => PAGE.test(body)).length;
      const renumberRef = (ref: string) => renumber(ref, renumbering);
      const numbers = part.parents.map(([number]) => number + renumbering.firstParent);
      await parentTree.addLeaf(
        part.parents.map(([, ref], index) => [String(numbers[index]), renumberRef(ref)]),
      );
      await idTree.addLeaf(part.ids.map(([id, ref]) => [renumberId(id, renumbering), renumberRef(ref)]));
      nextParent = Math.max(nextParent, ...numbers.map((number) => number + 1));
      pageKids.push(...part.pageKids.map(renumberRef));
      documentKids.push(...part.documentKids.map(renumberRef));
    },
    async end(title) {
      const metadata = createMetadata(writer.allocate(1), title);
      if (isAccessible) await writer.writeObject(metadata.number, metadata.body, metadata.stream);
      const bodies = toRootBodies(roots, {
        ...{ title, pageCount, nextParent, pageKids, documentKids },
        parentLeaves: parentTree.leaves,
        idLeaves: idTree.leaves,
        metadata: isAccessible ? metadata.number : undefined,
      });
      for (const [number, body] of bodies) await writer.writeObject(number, `<<${body}>>`);
      await writer.end(`/Root ${roots.catalog} 0 R/Info ${roots.info} 0 R`);
      return pageCount;
    },
  };
}
