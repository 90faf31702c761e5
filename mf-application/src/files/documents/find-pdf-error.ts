import { startsLikePdf } from '@archaka/contracts/calls';
import { problems } from '../problems.ts';

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
