import type { PdfRebuilder } from '../rebuild-pdf/pdf-rebuilder.ts';
import { Unfit, type Unfitness } from '../rebuild-pdf/unfit.ts';
import { type Arrived, type Inspected, refuseAs } from './inspected.ts';

const words: Readonly<Record<Unfitness, string>> = {
  locked: 'This PDF is locked. Please upload one that opens without a password.',
  broken: 'This PDF cannot be opened. Please upload another copy of it.',
  'too-many-pages': 'This PDF has more than 100 pages. Please upload only those that are asked for.',
  'too-complex': 'This PDF takes too much work to open. Please scan the paper, or print it to a new PDF.',
  'too-large': 'This PDF is too large. Please upload a smaller one.',
};

/** Gives the pages of a PDF as a file of their own, which is what is stored. */
export async function inspectPdf(
  rebuilder: PdfRebuilder,
  { ownerId, bytes, kind }: Arrived,
): Promise<Inspected> {
  try {
    const rebuilt = await rebuilder.rebuild({ ownerId, bytes });
    if (rebuilt.length > kind.limit) throw new Unfit('too-large');
    return { filetype: 'pdf', bytes: rebuilt };
  } catch (error) {
    if (error instanceof Unfit) return refuseAs('invalid', words[error.reason]);
    throw error;
  }
}
