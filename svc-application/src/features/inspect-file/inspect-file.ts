import { fileTypeFromBuffer } from 'file-type';
import type { PdfRebuilder } from '../rebuild-pdf/pdf-rebuilder.ts';
import type { FileScanner } from '../scan-file/clamd.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { inspectPhoto } from './inspect-photo.ts';
import { type InspectionResult, rejectFile, type UploadedFile } from './inspection-result.ts';

const filetypes: Readonly<Record<string, string>> = { jpg: 'jpeg', png: 'png', pdf: 'pdf' };

/** Default formats of some phones. */
const unsupportedPhotoFormats = ['heic', 'heif', 'avif'];
const UNSUPPORTED_FORMAT = 'This photo is in the HEIC format. Please upload it as JPEG or PNG.';

const INFECTED = 'This file contains a virus. Please upload a clean copy of it.';

interface FileInspectorDependencies {
  readonly rebuilder: PdfRebuilder;
  readonly scan?: FileScanner | undefined;
}

export type FileInspector = (file: UploadedFile) => Promise<InspectionResult>;

/** Trusts only the bytes, neither the file name nor the declared type. */
export const createFileInspector =
  ({ rebuilder, scan }: FileInspectorDependencies): FileInspector =>
  async (file) => {
    const { bytes, kind } = file;
    const extension = (await fileTypeFromBuffer(bytes))?.ext ?? '';
    if (kind.filetypes.includes('jpeg') && unsupportedPhotoFormats.includes(extension))
      return rejectFile('wrong-type', UNSUPPORTED_FORMAT);
    const filetype = filetypes[extension];
    if (filetype === undefined || !kind.filetypes.includes(filetype))
      return rejectFile('wrong-type', kind.wrongTypeMessage);
    if ((await scan?.(bytes)) === 'infected') return rejectFile('invalid', INFECTED);
    if (filetype === 'pdf') return inspectPdf(rebuilder, file);
    const error = await inspectPhoto(bytes, kind.wrongTypeMessage);
    return error === undefined ? { filetype, bytes } : rejectFile('wrong-type', error);
  };
