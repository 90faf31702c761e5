import type { PdfRebuilder } from '../rebuild-pdf/pdf-rebuilder.ts';
import { UnusablePdf, type UnusableReason } from '../rebuild-pdf/unusable-pdf.ts';
import { type InspectionResult, rejectFile, type UploadedFile } from './inspection-result.ts';

const messages: Readonly<Record<UnusableReason, string>> = {
  locked: 'This PDF is locked. Please upload one that opens without a password.',
  broken: 'This PDF cannot be opened. Please upload another copy of it.',
  'too-many-pages': 'This PDF has more than 100 pages. Please upload only those that are asked for.',
  'too-complex': 'This PDF takes too much work to open. Please scan the paper, or print it to a new PDF.',
  'too-large': 'This PDF is too large. Please upload a smaller one.',
};

export async function inspectPdf(
  rebuilder: PdfRebuilder,
  { ownerId, bytes, kind }: UploadedFile,
): Promise<InspectionResult> {
  try {
    const rebuilt = await rebuilder.rebuild({ ownerId, bytes });
    if (rebuilt.length > kind.limit) throw new UnusablePdf('too-large');
    return { filetype: 'pdf', bytes: rebuilt };
  } catch (error) {
    if (error instanceof UnusablePdf) return rejectFile('invalid', messages[error.reason]);
    throw error;
  }
}
