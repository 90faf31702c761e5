import { UnusableFile, type UnusableReason } from '@archaka/service-kit/decoder';
import type { FileScanner } from '../scan-file/clamd.ts';
import type { FileDecoder } from './decoder.ts';
import { detectFiletype } from './detect-filetype.ts';
import { type InspectionResult, rejectFile, type UploadedFile } from './inspection-result.ts';
import { pdfMessages, photoMessages } from './messages.ts';

const UNSUPPORTED_FORMAT = 'This photo is in the HEIC format. Please upload it as JPEG or PNG.';
const INFECTED = 'This file contains a virus. Please upload a clean copy of it.';

interface FileInspectorDependencies {
  readonly decoder: FileDecoder;
  readonly scan?: FileScanner | undefined;
}

export type FileInspector = (file: UploadedFile) => Promise<InspectionResult>;

function rejectUnusable({ kind }: UploadedFile, reason: UnusableReason): InspectionResult {
  if (kind.filetypes.includes('pdf'))
    return rejectFile('invalid', pdfMessages[reason] ?? kind.wrongTypeMessage);
  const message = photoMessages[reason];
  return message ? rejectFile('invalid', message) : rejectFile('wrong-type', kind.wrongTypeMessage);
}

/**
 * Trusts only the bytes, neither the file name nor the declared type. The accepted bytes are those of the decoder,
 * never the ones that were sent.
 */
export const createFileInspector =
  ({ decoder, scan }: FileInspectorDependencies): FileInspector =>
  async (file) => {
    const { bytes, kind, ownerId } = file;
    const filetype = detectFiletype(bytes);
    if (filetype === 'heic' && kind.filetypes.includes('jpeg'))
      return rejectFile('wrong-type', UNSUPPORTED_FORMAT);
    if (filetype === undefined || filetype === 'heic' || !kind.filetypes.includes(filetype))
      return rejectFile('wrong-type', kind.wrongTypeMessage);
    if ((await scan?.(bytes)) === 'infected') return rejectFile('invalid', INFECTED);
    try {
      return { filetype, bytes: await decoder.decode(ownerId, { filetype, bytes }) };
    } catch (error) {
      if (error instanceof UnusableFile) return rejectUnusable(file, error.reason);
      throw error;
    }
  };
