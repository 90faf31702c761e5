import type { Word } from '@archaka/platform';
import { findPdfError } from '../../files/documents/find-pdf-error.ts';
import type { QualityIssue } from '../../files/photo/photo-quality.ts';
import { formatSize } from '../../files/upload/format-bytes.ts';
import { pdfSummaryMessage, photoSummaryMessage, readinessMessages } from './readiness-messages.ts';

/** What a look at a file on the device tells: why it will not be taken, or what it is. */
export type FileCheckResult =
  | { readonly problem: string }
  | {
      readonly facts: Word;
      /** A picture of it; none where it could not be read here. */
      readonly preview: Blob | undefined;
      readonly issues: readonly QualityIssue[];
    };

const KB = 1024;

export async function checkPhoto(file: Blob): Promise<FileCheckResult> {
  const { preparePhoto } = await import('../../files/photo/photo-module.ts');
  const photo = await preparePhoto(file);
  if ('problem' in photo) return photo;
  const { jpeg, issues } = photo;
  return { facts: photoSummaryMessage(Math.ceil(jpeg.size / KB)), preview: jpeg, issues };
}

export async function checkPdf(file: Blob): Promise<FileCheckResult> {
  const problem = await findPdfError(file);
  if (problem) return { problem };
  const page = await loadFirstPage(file).catch(() => undefined);
  const facts = page ? pdfSummaryMessage(page.pages, formatSize(file.size)) : readinessMessages.notReadable;
  return { facts, preview: page?.picture, issues: [] };
}

async function loadFirstPage(file: Blob) {
  const { renderFirstPage } = await import('../../files/documents/pdf-module.ts');
  return renderFirstPage(file);
}
