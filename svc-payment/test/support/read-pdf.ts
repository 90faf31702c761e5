import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Text as it is compared: what joins letters and what parts words is not of interest. */
export const normalizeText = (text: string): string =>
  text.replaceAll('\u200c', '').replace(/\s+/g, ' ').trim();

/** The text of each page of a PDF, as search and copying find it, with its title, its language and its first page's tags. */
export async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(
      normalizeText(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('')),
    );
  }
  const { info } = await document.getMetadata();
  const tags = JSON.stringify(await (await document.getPage(1)).getStructTree());
  await task.destroy();
  return { pages, text: pages.join(' '), info: info as { Title?: string; Language?: string }, tags };
}
