import { fileTypeFromBuffer } from 'file-type';
import type { FormFile } from '../../domain/form-files.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { inspectPhoto } from './inspect-photo.ts';

/** What a file is, or the words that refuse it. */
export type Inspected = { readonly filetype: string } | { readonly refused: string };

const filetypes: Readonly<Record<string, string>> = { jpg: 'jpeg', png: 'png', pdf: 'pdf' };

/** What some phones make of a photo unless they are told otherwise. */
const phoneFormats = ['heic', 'heif', 'avif'];
const PHONE_FORMAT = 'This photo is in the HEIC format. Please upload it as JPEG or PNG.';

/** What a file is, its bytes say: neither its name nor the type it is sent with counts. */
export async function inspectFile(
  bytes: Buffer,
  { filetypes: accepted, otherwise }: Pick<FormFile, 'filetypes' | 'otherwise'>,
): Promise<Inspected> {
  const found = (await fileTypeFromBuffer(bytes))?.ext ?? '';
  if (accepted.includes('jpeg') && phoneFormats.includes(found)) return { refused: PHONE_FORMAT };
  const filetype = filetypes[found];
  if (filetype === undefined || !accepted.includes(filetype)) return { refused: otherwise };
  const refused = filetype === 'pdf' ? inspectPdf(bytes) : await inspectPhoto(bytes, otherwise);
  return refused === undefined ? { filetype } : { refused };
}
