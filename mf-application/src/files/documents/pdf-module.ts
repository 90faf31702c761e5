// The modules that are loaded with the first displayed PDF.
import './catalogs.ts';
import { drawPage, openPdf } from './pdf.ts';

const WIDTH_PX = 480;

export interface FirstPage {
  readonly pages: number;
  readonly picture: Blob;
}

/** @throws when the PDF is broken or locked */
export async function renderFirstPage(file: Blob): Promise<FirstPage> {
  const pdf = await openPdf(file);
  try {
    const canvas = document.createElement('canvas');
    await drawPage({ pdf, number: 1, canvas, width: WIDTH_PX });
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (!picture) throw new Error('The page could not be drawn');
    return { pages: pdf.document.numPages, picture };
  } finally {
    await pdf.close();
  }
}

export { PdfFrame } from './pdf-frame.tsx';
