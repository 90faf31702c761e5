import type { FileFieldName } from '../form/form-values.ts';
import { problemOfPaper } from './papers/problem-of-paper.ts';
import type { PreparedPhoto } from './photo/prepare-photo.ts';
import { loadPart } from './sending/load-part.ts';

/** A file as it may be sent, with what is shown of it, or the message that says why not. */
export type Prepared =
  | { readonly problem: string }
  | {
      readonly content: Blob;
      /** A picture of it; none where none can be made. */
      readonly look: Promise<Blob | undefined>;
      readonly photo?: PreparedPhoto;
    };

export const prepareFile = (field: FileFieldName, file: File, signal: AbortSignal): Promise<Prepared> =>
  field === 'image' ? preparePhoto(file, signal) : preparePaper(file);

async function preparePhoto(file: File, signal: AbortSignal): Promise<Prepared> {
  const part = await loadPart(() => import('./photo/photo-part.ts'), signal);
  const photo = await part.preparePhoto(file);
  return 'problem' in photo ? photo : preparedPhoto(photo);
}

export const preparedPhoto = (photo: PreparedPhoto) => ({
  content: photo.jpeg,
  look: Promise.resolve(photo.jpeg),
  photo,
});

async function preparePaper(file: File): Promise<Prepared> {
  const problem = await problemOfPaper(file);
  return problem ? { problem } : { content: file, look: firstPage(file).catch(() => undefined) };
}

async function firstPage(file: File): Promise<Blob> {
  const { firstPageOf } = await import('./papers/pdf-part.ts');
  return (await firstPageOf(file)).picture;
}
