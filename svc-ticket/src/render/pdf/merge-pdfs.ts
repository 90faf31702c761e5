import { open } from 'node:fs/promises';
import { startMerge } from './merged-pdf.ts';
import { createPdfWriter } from './pdf-writer.ts';

/** Merges tagged PDFs of Chromium or earlier results; holds one at a time in memory. @returns the number of pages */
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
