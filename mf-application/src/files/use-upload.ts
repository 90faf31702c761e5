import { sayError, toast, useFormContext, useWatch } from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import type { FileFieldName, FormValues } from '../form/form-values.ts';
import { usePendingUploads } from '../form/use-checked-form.ts';
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
  onUpdate: (update: PickedFileUpdate) => void;
}

/** Milliseconds that an upload waits for its preview. */
const PREVIEW_WAIT_MS = 1500;
const waitForPreview = () => new Promise((resolve) => setTimeout(resolve, PREVIEW_WAIT_MS));

/** @throws when `signal` aborts */
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

/** The files picked on this page: stored ones and the one in transit. */
function usePickedFiles() {
  const [pickedFiles, setPickedFiles] = useState<readonly PickedFile[]>([]);
  const activeUpload = useRef<AbortController>(undefined);
  useEffect(() => () => activeUpload.current?.abort(), []);

  const stop = () => {
    activeUpload.current?.abort();
    setPickedFiles((files) => files.filter(({ documentId }) => documentId));
  };
  const begin = (name: string) => {
    stop();
    activeUpload.current = new AbortController();
    const { signal } = activeUpload.current;
    setPickedFiles((files) => [...files, { signal, name }]);
    const update = (changes: PickedFileUpdate) =>
      setPickedFiles((files) =>
        files.map((file) => (file.signal === signal ? { ...file, ...changes } : file)),
      );
    return { signal, update };
  };
  return { pickedFiles, begin, stop };
}

/** The only file of a field: picked and sent at once, or removed. A failed file leaves the earlier one. */
export function useUpload(field: FileFieldName) {
  const { setValue, setError, clearErrors, formState } = useFormContext<FormValues>();
  const { isSubmitted } = formState;
  const uploads = usePendingUploads();
  const document = useWatch<FormValues, FileFieldName>({ name: field })[0];
  const { pickedFiles, begin, stop } = usePickedFiles();

  const setFiles = (files: FormValues[FileFieldName]) =>
    setValue(field, files, { shouldDirty: true, shouldValidate: isSubmitted });

  const handleResult = (result: UploadResult, onUpdate: (update: PickedFileUpdate) => void) => {
    if ('document' in result) {
      onUpdate({ documentId: result.document.document_id });
      return setFiles([result.document]);
    }
    stop();
    setError(field, { type: 'upload', message: result.problem });
    if (result.error?.kind === 'too-many') sayError(result.error);
    else toast(result.problem);
  };

  const startUpload = (name: string, prepare: (signal: AbortSignal) => Promise<PreparedFile>) => {
    const { signal, update } = begin(name);
    clearErrors(field);
    const upload = uploadPicked({ field, signal, prepared: prepare(signal), onUpdate: update })
      .catch((): UploadResult => ({ problem: problems.notSent }))
      .then((result) => signal.aborted || handleResult(result, update));
    uploads.add(upload);
  };

  return {
    document,
    uploading: pickedFiles.find(({ documentId }) => !documentId),
    /** The local copy of the stored file. */
    stored: pickedFiles.find(({ documentId }) => documentId && documentId === document?.document_id),
    pick: (file: File) => startUpload(file.name, (signal) => prepareFile(field, file, signal)),
    replacePhoto: (name: string, photo: PreparedPhoto) =>
      startUpload(name, async () => toPreparedFile(photo)),
    cancel: stop,
    remove() {
      stop();
      setFiles([]);
    },
  };
}
