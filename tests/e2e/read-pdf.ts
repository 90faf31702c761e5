import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PdfText {
  readonly pageCount: number;
  readonly text: string;
}

/** The text of a PDF, as search and copying find it. */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const task = getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const content = await (await document.getPage(number)).getTextContent();
    texts.push(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await task.destroy();
  return { pageCount: texts.length, text: texts.join('\n') };
}
