import { codesIn } from './codes.ts';
import type { PageContents } from './pdf-contents.ts';
import { type Sight, sightOf } from './pixels.ts';
import { type SeenPage, Unreadable } from './seen-page.ts';

/** A PDF may begin with a few bytes of something else. */
const BEFORE_PDF = 1024;
const PICTURES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
];
const UNSEEN: PageContents = { texts: [], pictures: undefined };

const isPdf = (file: Buffer): boolean => file.subarray(0, BEFORE_PDF).includes('%PDF-');
const isPicture = (file: Buffer): boolean =>
  PICTURES.some((magic) => magic.every((byte, place) => file[place] === byte));

async function pagesOfPdf(pdf: Buffer): Promise<SeenPage[]> {
  // Large, and of no use for scans.
  const [{ contentsOf }, { drawnPages }] = await Promise.all([
    import('./pdf-contents.ts'),
    import('./pdf-pages.ts'),
  ]);
  const contents = await contentsOf(pdf).catch((): PageContents[] => []);
  const pages: SeenPage[] = [];
  for await (const sight of drawnPages(pdf)) {
    const seen = contents[pages.length] ?? UNSEEN;
    pages.push({ page: pages.length + 1, codes: await codesIn(sight), ...seen });
  }
  return pages;
}

async function pageOfPicture(file: Buffer): Promise<SeenPage[]> {
  const broken = () => Promise.reject(new Unreadable('broken'));
  const sight: Sight = (longestSide) => sightOf(file)(longestSide).catch(broken);
  return [{ page: 1, codes: await codesIn(sight), ...UNSEEN }];
}

/** Sees what is on a PDF, or on a PNG or JPEG of a page. @throws Unreadable */
export function seePages(file: Buffer): Promise<SeenPage[]> {
  if (isPdf(file)) return pagesOfPdf(file);
  if (isPicture(file)) return pageOfPicture(file);
  throw new Unreadable('other-type');
}
