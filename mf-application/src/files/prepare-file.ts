import type { FileFieldName } from '../form/form-values.ts';
import type { PreparedPhoto } from './photo/prepare-photo.ts';
import { findPdfError } from './problems.ts';
import { loadModule } from './retry.ts';

/** A file that may be sent, or the message why not. */
export type PreparedFile =
  | { readonly problem: string }
  | { readonly photo: PreparedPhoto }
  | { readonly pdf: File };

/** @throws when `signal` aborts */
export async function prepareFile(
  field: FileFieldName,
  file: File,
  signal: AbortSignal,
): Promise<PreparedFile> {
  if (field === 'image') {
    const { preparePhoto } = await loadModule(() => import('./photo/photo-module.tsx'), signal);
    const photo = await preparePhoto(file);
    return 'problem' in photo ? photo : { photo };
  }
  const problem = await findPdfError(file);
  return problem ? { problem } : { pdf: file };
}
