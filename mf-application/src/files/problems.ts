import { startsLikePdf } from '@archaka/contracts/calls';
import { msg } from '@lingui/core/macro';

/** Problems of a picked file, by the English message at its field. */
export const problems = {
  pdfOnly: 'Upload Pdf Only',
  emptyPdf: msg({ id: 'Upload Pdf Only. This file is empty' }).id,
  tooLarge: 'The file is larger than 2 MB',
  notAPhoto: 'Choose a photo that is JPEG or PNG',
  tooMany: 'Too many files were sent. Choose it again later',
  notSent: 'The file could not be sent. Check the connection and choose it again',
} as const;

const MAX_BYTES = 2 * 1024 * 1024;
/** Enough for the rule that the service applies too. */
const START_BYTES = 2048;

/** The message for a paper that the service would refuse unread; what only a reader sees is left to the service. */
export async function findPdfError(file: Blob): Promise<string | undefined> {
  if (file.size === 0) return problems.emptyPdf;
  const start = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
  if (!startsLikePdf(start)) return problems.pdfOnly;
  return file.size > MAX_BYTES ? problems.tooLarge : undefined;
}
