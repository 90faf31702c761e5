import { createImageRasterizer, type PageRasterizer } from './page-rasterizer.ts';
import type { PageContents } from './pdf-contents.ts';
import { findCodes } from './qr-codes.ts';
import { type ScannedPage, UnreadableFile } from './scanned-page.ts';

/** Other bytes may precede the header of a PDF. */
const MAX_PDF_OFFSET = 1024;
const IMAGE_SIGNATURES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
];
const NO_CONTENTS: PageContents = { texts: [], pictures: undefined };

const isPdf = (file: Buffer): boolean => file.subarray(0, MAX_PDF_OFFSET).includes('%PDF-');
const isImage = (file: Buffer): boolean =>
  IMAGE_SIGNATURES.some((magic) => magic.every((byte, index) => file[index] === byte));

async function scanPdf(pdf: Buffer): Promise<ScannedPage[]> {
  // Loaded on demand: the modules are large, and pictures do not need them.
  const [{ readPdfContents }, { drawPages }] = await Promise.all([
    import('./pdf-contents.ts'),
    import('./pdf-pages.ts'),
  ]);
  const contents = await readPdfContents(pdf).catch((): PageContents[] => []);
  const pages: ScannedPage[] = [];
  for await (const rasterize of drawPages(pdf)) {
    const pageContents = contents[pages.length] ?? NO_CONTENTS;
    pages.push({ page: pages.length + 1, codes: await findCodes(rasterize), ...pageContents });
  }
  return pages;
}

async function scanImage(file: Buffer): Promise<ScannedPage[]> {
  const rejectBroken = () => Promise.reject(new UnreadableFile('broken'));
  const rasterize: PageRasterizer = (longestSide) =>
    createImageRasterizer(file)(longestSide).catch(rejectBroken);
  return [{ page: 1, codes: await findCodes(rasterize), ...NO_CONTENTS }];
}

/** Takes a PDF, PNG or JPEG. @throws UnreadableFile */
export function scanPages(file: Buffer): Promise<ScannedPage[]> {
  if (isPdf(file)) return scanPdf(file);
  if (isImage(file)) return scanImage(file);
  throw new UnreadableFile('other-type');
}
