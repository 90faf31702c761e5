import type { FileFieldName } from '../form/form-values.ts';
import type { PickedFileUpdate } from './picked-file.ts';
import type { PreparedFile } from './prepare-file.ts';
import { loadModule } from './upload/load-module.ts';
import type { UploadProgress, UploadResult } from './upload/upload-result.ts';

interface UploadPickedOptions {
  field: FileFieldName;
  prepared: Promise<PreparedFile>;
  signal: AbortSignal;
  /** Tells what has become known of the file. */
  onUpdate: (update: PickedFileUpdate) => void;
}

/** How long the sending of a file waits for its picture. */
const PREVIEW_WAIT_MS = 1500;
const waitForPreview = () => new Promise((resolve) => setTimeout(resolve, PREVIEW_WAIT_MS));

/** From the picked file to the stored one, or to what is wrong. Throws when `signal` says to stop. */
export async function uploadPicked({
  field,
  prepared,
  signal,
  onUpdate,
}: UploadPickedOptions): Promise<UploadResult> {
  const ready = await prepared;
  signal.throwIfAborted();
  if ('problem' in ready) return ready;
  const { content, preview, photo } = ready;
  onUpdate({ content, ...(photo && { photo }) });
  const shown = preview.then((picture) => picture && onUpdate({ preview: picture }));
  await Promise.race([shown, waitForPreview()]);
  const { uploadFile } = await loadModule(() => import('./upload/upload-file.ts'), signal);
  const onProgress = (progress: UploadProgress) => onUpdate({ progress });
  return uploadFile({ field, file: content, signal, onProgress });
}
