import { sayError, toast, useFormContext, useWatch } from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import type { FileFieldName, FormValues } from '../form/form-values.ts';
import { usePendingUploads } from '../form/use-checked-form.ts';
import type { PreparedPhoto } from './photo/prepare-photo.ts';
import { type PreparedFile, prepareFile } from './prepare-file.ts';
import { problems } from './problems.ts';
import { loadModule } from './retry.ts';
import type { UploadProgress, UploadResult } from './upload-file.ts';

export interface PickedFile {
  readonly signal: AbortSignal;
  readonly name: string;
  /** The file to send. */
  readonly content?: Blob;
  readonly preview?: Blob;
  readonly photo?: PreparedPhoto;
  readonly progress?: UploadProgress;
  /** Once it is stored. */
  readonly documentId?: string;
}

/** The only file of a field: picked and sent at once, or removed. A failed file leaves the earlier one. */
export function useUpload(field: FileFieldName) {
  const { setValue, setError, clearErrors, formState } = useFormContext<FormValues>();
  const { isSubmitted } = formState;
  const addPending = usePendingUploads();
  const document = useWatch<FormValues, FileFieldName>({ name: field })[0];
  /** The files picked on this page: stored ones and the one in transit. */
  const [pickedFiles, setPickedFiles] = useState<readonly PickedFile[]>([]);
  const activeUpload = useRef<AbortController>(undefined);
  useEffect(() => () => activeUpload.current?.abort(), []);

  const setFiles = (files: FormValues[FileFieldName]) =>
    setValue(field, files, { shouldDirty: true, shouldValidate: isSubmitted });

  const stop = () => {
    activeUpload.current?.abort();
    setPickedFiles((files) => files.filter(({ documentId }) => documentId));
  };

  const startUpload = (name: string, prepare: (signal: AbortSignal) => Promise<PreparedFile>) => {
    stop();
    clearErrors(field);
    activeUpload.current = new AbortController();
    const { signal } = activeUpload.current;
    setPickedFiles((files) => [...files, { signal, name }]);
    const update = (changes: Partial<PickedFile>) =>
      setPickedFiles((files) =>
        files.map((file) => (file.signal === signal ? { ...file, ...changes } : file)),
      );
    const finish = (result: UploadResult) => {
      if (signal.aborted) return;
      if ('document' in result) {
        update({ documentId: result.document.document_id });
        return setFiles([result.document]);
      }
      stop();
      setError(field, { type: 'upload', message: result.problem });
      if (result.error?.kind === 'too-many') sayError(result.error);
      else toast(result.problem);
    };
    const sent = send({ field, name, signal, update, prepare }).catch(() => ({ problem: problems.notSent }));
    addPending(sent.then(finish));
  };

  return {
    document,
    uploading: pickedFiles.find(({ documentId }) => !documentId),
    /** The local copy of the stored file. */
    stored: pickedFiles.find(({ documentId }) => documentId && documentId === document?.document_id),
    pick: (file: File) => startUpload(file.name, (signal) => prepareFile(field, file, signal)),
    replacePhoto: (name: string, photo: PreparedPhoto) => startUpload(name, async () => ({ photo })),
    cancel: stop,
    remove() {
      stop();
      setFiles([]);
    },
  };
}

interface SendOptions {
  field: FileFieldName;
  name: string;
  signal: AbortSignal;
  update: (changes: Partial<PickedFile>) => void;
  prepare: (signal: AbortSignal) => Promise<PreparedFile>;
}

/** @throws when `signal` aborts, or the code that sends cannot be loaded */
async function send({ field, name, signal, update, prepare }: SendOptions): Promise<UploadResult> {
  const ready = await prepare(signal);
  signal.throwIfAborted();
  if ('problem' in ready) return ready;
  const file = 'photo' in ready ? ready.photo.jpeg : ready.pdf;
  if ('photo' in ready) update({ content: file, preview: file, photo: ready.photo });
  else update({ content: file });
  const { uploadFile } = await loadModule(() => import('./upload-file.ts'), signal);
  return uploadFile({ field, file, name, signal, onProgress: (progress) => update({ progress }) });
}
