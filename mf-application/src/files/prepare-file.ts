import type { FileFieldName } from '../form/form-values.ts';
import { findPdfError } from './documents/find-pdf-error.ts';
import type { PreparedPhoto } from './photo/prepare-photo.ts';
import { loadModule } from './upload/load-module.ts';

/** A file that may be sent with its preview, or the message why not. */
export type PreparedFile =
  | { readonly problem: string }
  | {
      readonly content: Blob;
      readonly preview: Promise<Blob | undefined>;
      readonly photo?: PreparedPhoto;
    };

export const prepareFile = (field: FileFieldName, file: File, signal: AbortSignal): Promise<PreparedFile> =>
  field === 'image' ? preparePhoto(file, signal) : preparePdf(file);

async function preparePhoto(file: File, signal: AbortSignal): Promise<PreparedFile> {
  const photoModule = await loadModule(() => import('./photo/photo-module.ts'), signal);
  const photo = await photoModule.preparePhoto(file);
  return 'problem' in photo ? photo : toPreparedFile(photo);
}

export const toPreparedFile = (photo: PreparedPhoto) => ({
  content: photo.jpeg,
  preview: Promise.resolve(photo.jpeg),
  photo,
});

async function preparePdf(file: File): Promise<PreparedFile> {
  const problem = await findPdfError(file);
  return problem ? { problem } : { content: file, preview: createPreview(file).catch(() => undefined) };
}

async function createPreview(file: File): Promise<Blob> {
  const { renderFirstPage } = await import('./documents/pdf-module.ts');
  return (await renderFirstPage(file)).picture;
}
