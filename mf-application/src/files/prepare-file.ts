import type { FileFieldName } from '../form/form-values.ts';
import { scalePhoto } from './scale-photo.ts';

const MOST_PDF_BYTES = 2 * 1024 * 1024;

/** A file as it may be sent, or the message that says why not. */
export type Prepared = { readonly file: Blob } | { readonly problem: string };

/** What a file is, its first bytes say, not its name. */
export const prepareFile = (field: FileFieldName, file: File): Promise<Prepared> =>
  field === 'image' ? preparePhoto(file) : preparePdf(file);

async function preparePhoto(file: File): Promise<Prepared> {
  const problem = 'Choose a photo that is JPEG or PNG';
  if (!isJpegOrPng(await firstBytes(file))) return { problem };
  return scalePhoto(file).then(
    (photo) => ({ file: photo }),
    () => ({ problem }),
  );
}

async function preparePdf(file: File): Promise<Prepared> {
  const start = new TextDecoder('latin1').decode(await firstBytes(file));
  if (!start.startsWith('%PDF-')) return { problem: 'Upload Pdf Only' };
  return file.size > MOST_PDF_BYTES ? { problem: TOO_LARGE } : { file };
}

export const TOO_LARGE = 'The file is larger than 2 MB';

const firstBytes = async (file: File) => new Uint8Array(await file.slice(0, 8).arrayBuffer());

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);
const isJpegOrPng = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0xff, 0xd8, 0xff]) || startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]);
