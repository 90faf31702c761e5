import { sayError, toast, useFormContext, useWatch } from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import type { FileFieldName, FormValues } from '../form/form-values.ts';
import { usePendingUploads } from '../form/pending-uploads.ts';
import type { PreparedPhoto } from './photo/prepare-photo.ts';
import type { PickedFile, PickedFileUpdate } from './picked-file.ts';
import { type PreparedFile, prepareFile, toPreparedFile } from './prepare-file.ts';
import { problems } from './problems.ts';
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
async function uploadPicked({
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

/** The one file of a field: picked and sent at once, or removed. A file that fails leaves the earlier one. */
export function useUpload(field: FileFieldName) {
  const { setValue, setError, clearErrors, formState } = useFormContext<FormValues>();
  const { isSubmitted } = formState;
  const uploads = usePendingUploads();
  const document = useWatch<FormValues, FileFieldName>({ name: field })[0];
  const [pickedFiles, setPickedFiles] = useState<readonly PickedFile[]>([]);
  const activeUpload = useRef<AbortController>(undefined);
  useEffect(() => () => activeUpload.current?.abort(), []);

  const setFiles = (files: FormValues[FileFieldName]) =>
    setValue(field, files, { shouldDirty: true, shouldValidate: isSubmitted });

  const stop = () => {
    activeUpload.current?.abort();
    setPickedFiles((files) => files.filter(({ documentId }) => documentId));
  };

  const handleResult = (result: UploadResult, updateFile: (update: PickedFileUpdate) => void) => {
    if ('document' in result) {
      updateFile({ documentId: result.document.document_id });
      return setFiles([result.document]);
    }
    stop();
    setError(field, { type: 'upload', message: result.problem });
    if (result.error?.kind === 'too-many') sayError(result.error);
    else toast(result.problem);
  };

  const startUpload = (name: string, prepare: (signal: AbortSignal) => Promise<PreparedFile>) => {
    stop();
    clearErrors(field);
    activeUpload.current = new AbortController();
    const { signal } = activeUpload.current;
    setPickedFiles((files) => [...files, { signal, name }]);
    const updateFile = (update: PickedFileUpdate) =>
      setPickedFiles((files) =>
        files.map((file) => (file.signal === signal ? { ...file, ...update } : file)),
      );
    const upload = uploadPicked({ field, signal, prepared: prepare(signal), onUpdate: updateFile })
      .catch((): UploadResult => ({ problem: problems.notSent }))
      .then((result) => signal.aborted || handleResult(result, updateFile));
    uploads.add(upload);
  };

  return {
    document,
    uploading: pickedFiles.find(({ documentId }) => !documentId),
    /** What this page has of the stored file. */
    stored: pickedFiles.find(({ documentId }) => documentId && documentId === document?.document_id),
    pick: (file: File) => startUpload(file.name, (signal) => prepareFile(field, file, signal)),
    /** Sends the photo as it was cut anew. */
    replacePhoto: (name: string, photo: PreparedPhoto) =>
      startUpload(name, async () => toPreparedFile(photo)),
    cancel: stop,
    remove() {
      stop();
      setFiles([]);
    },
  };
}
