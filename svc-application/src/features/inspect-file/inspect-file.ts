import { fileTypeFromBuffer } from 'file-type';
import type { FormFile } from '../../domain/form-files.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { isPicture } from './inspect-photo.ts';

/** What a file is, or the words that refuse it. */
export type Inspected = { readonly filetype: string } | { readonly refused: string };

const filetypes: Readonly<Record<string, string>> = { jpg: 'jpeg', png: 'png', pdf: 'pdf' };

/** What a file is, its bytes say: neither its name nor the type it is sent with counts. */
export async function inspectFile(
  bytes: Buffer,
  { filetypes: accepted, otherwise }: Pick<FormFile, 'filetypes' | 'otherwise'>,
): Promise<Inspected> {
  const filetype = filetypes[(await fileTypeFromBuffer(bytes))?.ext ?? ''];
  if (filetype === undefined || !accepted.includes(filetype)) return { refused: otherwise };
  const refused = filetype === 'pdf' ? inspectPdf(bytes) : (await isPicture(bytes)) ? undefined : otherwise;
  return refused === undefined ? { filetype } : { refused };
}
