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

/** Writes the layout that Chromium writes, so that a result can be merged again. */
export function startMerge(writer: PdfWriter): MergedPdf {
  const [catalog, info, pages, tags, document, parents, ids] = Array.from({ length: 7 }, () =>
    writer.allocate(1),
  ) as [number, number, number, number, number, number, number];
  const fontCache = createFontCache();
  const kids = {
    pages: [] as string[],
    document: [] as string[],
    parents: [] as string[],
    ids: [] as string[],
  };
  let pageCount = 0;
  let nextParent = 0;
  let isAccessible = true;

  const addLeaf = async (tree: string[], kind: 'Nums' | 'Names', pairs: readonly Pair[]) => {
    if (pairs.length === 0) return;
    const number = writer.allocate(1);
    const limits = `[${pairs[0]?.[0]} ${pairs.at(-1)?.[0]}]`;
    await writer.writeObject(
      number,
      `<</Limits ${limits}\n/${kind} ${toPdfArray(pairs.map((pair) => pair.join(' ')))}>>`,
    );
    tree.push(`${number} 0 R`);
  };

  const addObjects = async (part: ChromiumPdf): Promise<Renumbering> => {
    const first = writer.allocate(part.size);
    const reusedNumbers = new Map([
      [part.pages, pages],
      [part.document, document],
    ]);
    const newObjects = part.objects.filter((object) => {
      const existing = fontCache.find(object, first + object.number);
      if (existing !== undefined) reusedNumbers.set(object.number, existing);
      return existing === undefined;
    });
    const renumbering: Renumbering = {
      mapNumber: (number) => reusedNumbers.get(number) ?? first + number,
      firstParent: nextParent,
      prefix: `${String(pageCount).padStart(7, '0')}-`,
    };
    for (const { number, body, stream } of newObjects) {
      await writer.writeObject(first + number, renumber(body, renumbering), stream);
    }
    pageCount += newObjects.filter(({ body }) => PAGE.test(body)).length;
    return renumbering;
  };

  return {
    async add(pdf) {
      const part = readChromiumPdf(pdf);
      isAccessible &&= part.isAccessible;
      const renumbering = await addObjects(part);
      const renumberRef = (ref: string) => renumber(ref, renumbering);
      const numbers = part.parents.map(([number]) => number + renumbering.firstParent);
      const nums = part.parents.map(([, ref], index): Pair => [String(numbers[index]), renumberRef(ref)]);
      await addLeaf(kids.parents, 'Nums', nums);
      await addLeaf(
        kids.ids,
        'Names',
        part.ids.map(([id, ref]) => [renumberId(id, renumbering), renumberRef(ref)]),
      );
      nextParent = Math.max(nextParent, ...numbers.map((number) => number + 1));
      kids.pages.push(...part.pageKids.map(renumberRef));
      kids.document.push(...part.documentKids.map(renumberRef));
    },
    async end(title) {
      const metadata = createMetadata(writer.allocate(1), title);
      if (isAccessible) await writer.writeObject(metadata.number, metadata.body, metadata.stream);
      const bodies: readonly (readonly [number, string])[] = [
        [
          catalog,
          `/Type /Catalog\n/Pages ${pages} 0 R\n/StructTreeRoot ${tags} 0 R\n/Lang (te)\n/MarkInfo <</Marked true>>\n/ViewerPreferences <</DisplayDocTitle true>>${isAccessible ? `\n/Metadata ${metadata.number} 0 R` : ''}`,
        ],
        [info, `/Title <FEFF${encodeHex(title)}>`],
        [pages, `/Type /Pages\n/Count ${pageCount}\n/Kids ${toPdfArray(kids.pages)}`],
        [
          tags,
          `/Type /StructTreeRoot\n/K ${document} 0 R\n/ParentTreeNextKey ${nextParent}\n/ParentTree ${parents} 0 R\n/IDTree ${ids} 0 R`,
        ],
        [
          document,
          `/Type /StructElem\n/S /Document\n/Lang (te)\n/P ${tags} 0 R\n/K ${toPdfArray(kids.document)}`,
        ],
        [parents, `/Kids ${toPdfArray(kids.parents)}`],
        [ids, kids.ids.length > 0 ? `/Kids ${toPdfArray(kids.ids)}` : '/Names []'],
      ];
      for (const [number, body] of bodies) await writer.writeObject(number, `<<${body}>>`);
      await writer.end(`/Root ${catalog} 0 R/Info ${info} 0 R`);
      return pageCount;
    },
  };
}
