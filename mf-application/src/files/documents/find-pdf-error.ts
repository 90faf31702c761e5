import { problems } from '../problems.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/** The message for a paper that fails a quick check; the service checks it completely. */
export async function findPdfError(file: Blob): Promise<string | undefined> {
  if (file.size === 0) return problems.emptyPdf;
  if ((await decodeLatin1(file.slice(0, 5))) !== '%PDF-') return problems.pdfOnly;
  if (file.size > MAX_BYTES) return problems.tooLarge;
  return (await decodeLatin1(file)).includes('/Encrypt') ? problems.locked : undefined;
}

const decodeLatin1 = async (blob: Blob): Promise<string> =>
  new TextDecoder('latin1').decode(await blob.arrayBuffer());
