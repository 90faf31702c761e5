import { sayError, toast, useFormContext, useWatch } from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import type { FileFieldName, FormValues } from '../form/form-values.ts';
import { usePendingUploads } from '../form/use-checked-form.ts';
import type { PreparedPhoto } from './photo/prepare-photo.ts';
import { findPdfError, problems } from './problems.ts';
import { loadModule } from './retry.ts';
import type { UploadProgress, UploadResult } from './upload-file.ts';

/** A file that may be sent with its preview, or the message why not. */
type PreparedFile =
  | { readonly problem: string }
  | {
      readonly content: Blob;
      readonly preview: Promise<Blob | undefined>;
      readonly photo?: PreparedPhoto;
    };

/** @throws when `signal` aborts */
async function prepareFile(field: FileFieldName, file: File, signal: AbortSignal): Promise<PreparedFile> {
  if (field === 'image') {
    const photoModule = await loadModule(() => import('./photo/photo-module.tsx'), signal);
    const photo = await photoModule.preparePhoto(file);
    return 'problem' in photo ? photo : toPreparedFile(photo);
  }
  const problem = await findPdfError(file);
  if (problem) return { problem };
  const firstPage = import('./documents/pdf-frame.tsx').then(({ renderFirstPage }) => renderFirstPage(file));
  return {
    content: file,
    preview: firstPage.then(
      ({ picture }) => picture,
      () => undefined,
    ),
  };
}

const toPreparedFile = (photo: PreparedPhoto) => ({
  content: photo.jpeg,
  preview: Promise.resolve(photo.jpeg),
  photo,
});

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

type PickedFileUpdate = Partial<Omit<PickedFile, 'signal' | 'name'>>;

/** Milliseconds that an upload waits for its preview. */
const PREVIEW_WAIT_MS = 1500;

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

  const startUpload = (name: string, prepare: (signal: AbortSignal) => Promise<PreparedFile>) => {
    const { signal, update } = begin(name);
    clearErrors(field);
    const upload = async (): Promise<UploadResult> => {
      const ready = await prepare(signal);
      signal.throwIfAborted();
      if ('problem' in ready) return ready;
      const { content, preview, photo } = ready;
      update({ content, ...(photo && { photo }) });
      const shown = preview.then((picture) => picture && update({ preview: picture }));
      await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, PREVIEW_WAIT_MS))]);
      const { uploadFile } = await loadModule(() => import('./upload-file.ts'), signal);
      return uploadFile({ field, file: content, signal, onProgress: (progress) => update({ progress }) });
    };
    const finish = (result: UploadResult) => {
      if ('document' in result) {
        update({ documentId: result.document.document_id });
        return setFiles([result.document]);
      }
      stop();
      setError(field, { type: 'upload', message: result.problem });
      if (result.error?.kind === 'too-many') sayError(result.error);
      else toast(result.problem);
    };
    const uploaded = upload().catch((): UploadResult => ({ problem: problems.notSent }));
    uploads.add(uploaded.then((result) => signal.aborted || finish(result)));
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
