import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Crop, cropNothing } from '../photo/crop.ts';
import { readPhotoSize, readPicture } from '../photo/prepare-photo.ts';
import { type PageShot, turnPage } from './create-paper.ts';
import { scanProblems } from './scan-messages.ts';

const MAX_PAGES = 5;

export interface ScannedPage extends PageShot {
  readonly id: number;
}

async function readPage(file: File): Promise<PageShot | { readonly problem: string }> {
  const size = await readPhotoSize(file);
  if ('problem' in size) return size;
  const picture = await readPicture(file, size).catch(() => undefined);
  return picture ? { picture, crop: cropNothing(picture) } : { problem: scanProblems.unreadable };
}

/** The pages of a paper in order, at most five. */
export function usePages() {
  const [pages, setPages] = useState<readonly ScannedPage[]>([]);
  const [reading, setReading] = useState(false);
  const lastId = useRef(0);

  const change = (id: number, changed: (page: ScannedPage) => ScannedPage) =>
    setPages((all) => all.map((page) => (page.id === id ? changed(page) : page)));

  /** Reads pictures one after another; reports the problem of one that fails. */
  const add = async (files: readonly File[], onAdded: () => void): Promise<string | undefined> => {
    setReading(true);
    const room = MAX_PAGES - pages.length;
    let problem = files.length > room ? scanProblems.tooManyPages : undefined;
    for (const file of files.slice(0, room)) {
      const page = await readPage(file);
      if ('problem' in page) {
        problem = page.problem;
        continue;
      }
      lastId.current += 1;
      const id = lastId.current;
      flushSync(() => setPages((all) => [...all, { ...page, id }]));
      onAdded();
    }
    setReading(false);
    return problem;
  };

  return {
    pages,
    reading,
    add,
    turn: (id: number) => change(id, turnPage),
    crop: (id: number, crop: Crop) => change(id, (page) => ({ ...page, crop })),
    remove: (id: number) => setPages((all) => all.filter((page) => page.id !== id)),
    /** Swaps a page with the one before (-1) or after (1). */
    move: (id: number, by: -1 | 1) => setPages((all) => swap(all, id, by)),
    clear: () => setPages([]),
  };
}

function swap(pages: readonly ScannedPage[], id: number, by: -1 | 1): readonly ScannedPage[] {
  const from = pages.findIndex((page) => page.id === id);
  const [page, other] = [pages[from], pages[from + by]];
  if (!page || !other) return pages;
  return pages.map((each) => (each === page ? other : each === other ? page : each));
}
