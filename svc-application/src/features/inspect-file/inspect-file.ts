import { fileTypeFromBuffer } from 'file-type';
import type { PdfRebuilder } from '../rebuild-pdf/pdf-rebuilder.ts';
import type { FileScanner } from '../scan-file/clamd.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { inspectPhoto } from './inspect-photo.ts';
import { type Arrived, type Inspected, refuseAs } from './inspected.ts';

const filetypes: Readonly<Record<string, string>> = { jpg: 'jpeg', png: 'png', pdf: 'pdf' };

/** What some phones make of a photo unless they are told otherwise. */
const phoneFormats = ['heic', 'heif', 'avif'];
const PHONE_FORMAT = 'This photo is in the HEIC format. Please upload it as JPEG or PNG.';

const INFECTED = 'This file contains a virus. Please upload a clean copy of it.';

interface Inspecting {
  readonly rebuilder: PdfRebuilder;
  /** Where there is one. */
  readonly scan?: FileScanner | undefined;
}

/** Looks into a file that arrived. */
export type FileInspector = (arrived: Arrived) => Promise<Inspected>;

/** What a file is, its bytes say: neither its name nor the type it is sent with counts. */
export const createFileInspector =
  ({ rebuilder, scan }: Inspecting): FileInspector =>
  async (arrived) => {
    const { bytes, kind } = arrived;
    const found = (await fileTypeFromBuffer(bytes))?.ext ?? '';
    if (kind.filetypes.includes('jpeg') && phoneFormats.includes(found))
      return refuseAs('wrong-type', PHONE_FORMAT);
    const filetype = filetypes[found];
    if (filetype === undefined || !kind.filetypes.includes(filetype))
      return refuseAs('wrong-type', kind.otherwise);
    if ((await scan?.(bytes)) === 'infected') return refuseAs('invalid', INFECTED);
    if (filetype === 'pdf') return inspectPdf(rebuilder, arrived);
    const refused = await inspectPhoto(bytes, kind.otherwise);
    return refused === undefined ? { filetype, bytes } : refuseAs('wrong-type', refused);
  };
