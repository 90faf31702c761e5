import { type ChromiumPdf, readChromiumPdf } from './chromium-pdf.ts';
import { knownStreams } from './known-streams.ts';
import { type Move, movedId, movedText } from './move.ts';
import type { PdfWriter } from './pdf-writer.ts';

/** A PDF that grows by others. */
export interface JoinedPdf {
  /** Adds the pages of a PDF with their tags. */
  add(pdf: Buffer): Promise<void>;
  /** Writes what stands for the whole; gives how many pages it has. */
  end(title: string): Promise<number>;
}

type Pair = readonly [key: string, ref: string];

const PAGE = /^<<\/Type \/Page\n/;

const hexText = (text: string): string =>
  `<${Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex').toUpperCase()}>`;

const list = (refs: readonly string[]): string => `[${refs.join(' ')}]`;

/** Begins a PDF that others are added to. It is written as Chromium writes one, so that it can be a part itself. */
export function joinInto(writer: PdfWriter): JoinedPdf {
  const [catalog, info, pages, tags, document, parents, ids] = Array.from({ length: 7 }, () =>
    writer.allot(1),
  ) as [number, number, number, number, number, number, number];
  const known = knownStreams();
  const kids = {
    pages: [] as string[],
    document: [] as string[],
    parents: [] as string[],
    ids: [] as string[],
  };
  let pageCount = 0;
  let nextParent = 0;

  /** A part's own piece of the trees that lead from pages and names to tags. */
  const addLeaf = async (tree: string[], kind: 'Nums' | 'Names', pairs: readonly Pair[]) => {
    if (pairs.length === 0) return;
    const number = writer.allot(1);
    const limits = `[${pairs[0]?.[0]} ${pairs.at(-1)?.[0]}]`;
    await writer.object(
      number,
      `<</Limits ${limits}\n/${kind} ${list(pairs.map((pair) => pair.join(' ')))}>>`,
    );
    tree.push(`${number} 0 R`);
  };

  /** Writes the objects that are not written yet; gives how they have moved. */
  const addObjects = async (part: ChromiumPdf): Promise<Move> => {
    const first = writer.allot(part.size);
    const elsewhere = new Map([
      [part.pages, pages],
      [part.document, document],
    ]);
    const own = part.objects.filter((object) => {
      const there = known.find(object, first + object.number);
      if (there !== undefined) elsewhere.set(object.number, there);
      return there === undefined;
    });
    const move: Move = {
      numberOf: (number) => elsewhere.get(number) ?? first + number,
      firstParent: nextParent,
      prefix: `${String(pageCount).padStart(7, '0')}-`,
    };
    for (const { number, body, stream } of own) {
      await writer.object(first + number, movedText(body, move), stream);
    }
    pageCount += own.filter(({ body }) => PAGE.test(body)).length;
    return move;
  };

  return {
    async add(pdf) {
      const part = readChromiumPdf(pdf);
      const move = await addObjects(part);
      const moved = (ref: string) => movedText(ref, move);
      const numbers = part.parents.map(([number]) => number + move.firstParent);
      const nums = part.parents.map(([, ref], place): Pair => [String(numbers[place]), moved(ref)]);
      await addLeaf(kids.parents, 'Nums', nums);
      await addLeaf(
        kids.ids,
        'Names',
        part.ids.map(([id, ref]) => [movedId(id, move), moved(ref)]),
      );
      nextParent = Math.max(nextParent, ...numbers.map((number) => number + 1));
      kids.pages.push(...part.pageKids.map(moved));
      kids.document.push(...part.documentKids.map(moved));
    },
    async end(title) {
      const bodies: readonly (readonly [number, string])[] = [
        [
          catalog,
          `/Type /Catalog\n/Pages ${pages} 0 R\n/StructTreeRoot ${tags} 0 R\n/Lang (te)\n/MarkInfo <</Marked true>>\n/ViewerPreferences <</DisplayDocTitle true>>`,
        ],
        [info, `/Title ${hexText(title)}`],
        [pages, `/Type /Pages\n/Count ${pageCount}\n/Kids ${list(kids.pages)}`],
        [
          tags,
          `/Type /StructTreeRoot\n/K ${document} 0 R\n/ParentTreeNextKey ${nextParent}\n/ParentTree ${parents} 0 R\n/IDTree ${ids} 0 R`,
        ],
        [document, `/Type /StructElem\n/S /Document\n/Lang (te)\n/P ${tags} 0 R\n/K ${list(kids.document)}`],
        [parents, `/Kids ${list(kids.parents)}`],
        [ids, kids.ids.length > 0 ? `/Kids ${list(kids.ids)}` : '/Names []'],
      ];
      for (const [number, body] of bodies) await writer.object(number, `<<${body}>>`);
      await writer.end(`/Root ${catalog} 0 R/Info ${info} 0 R`);
      return pageCount;
    },
  };
}
