import { open } from 'node:fs/promises';
import { startMerge } from './merged-pdf.ts';
import { createPdfWriter } from './pdf-writer.ts';

/**
 * Joins PDFs that Chromium has printed, tagged, in Telugu, or that were joined here, into one with this title that
 * is tagged as they are; gives how many pages it has. One of them at a time is in memory, 8 bytes for each object,
 * and hashes of fonts.
 * @param file is written anew
 */
export async function mergePdfs(
  parts: Iterable<Buffer> | AsyncIterable<Buffer>,
  { title, file }: { readonly title: string; readonly file: string },
): Promise<number> {
  const handle = await open(file, 'w');
  try {
    const merge = startMerge(createPdfWriter(handle));
    for await (const part of parts) await merge.add(part);
    const pages = await merge.end(title);
    await handle.sync();
    return pages;
  } finally {
    await handle.close();
  }
}
