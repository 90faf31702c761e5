import { problems } from '../problems.ts';

const MOST_BYTES = 2 * 1024 * 1024;

/** The message that says why a paper cannot be sent, as far as a first look at it tells; the service judges. */
export async function problemOfPaper(file: Blob): Promise<string | undefined> {
  if (file.size === 0) return problems.emptyPaper;
  if ((await textOf(file.slice(0, 5))) !== '%PDF-') return problems.pdfOnly;
  if (file.size > MOST_BYTES) return problems.tooLarge;
  return (await textOf(file)).includes('/Encrypt') ? problems.locked : undefined;
}

const textOf = async (part: Blob): Promise<string> =>
  new TextDecoder('latin1').decode(await part.arrayBuffer());
