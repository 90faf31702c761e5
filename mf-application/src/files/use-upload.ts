import { sayError, toast, useFormContext, useWatch } from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import type { FileFieldName, FormValues } from '../form/form-values.ts';
import { usePendingUploads } from '../form/pending-uploads.ts';
import type { FileAtHand, MoreOfFile } from './file-at-hand.ts';
import type { PreparedPhoto } from './photo/prepare-photo.ts';
import { type Prepared, preparedPhoto, prepareFile } from './prepare-file.ts';
import { problems } from './problems.ts';
import { sendPicked } from './send-picked.ts';
import type { SentFile } from './sending/sent-file.ts';

/** The one file of a field: picked and sent at once, or removed. A file that fails leaves the earlier one. */
export function useUpload(field: FileFieldName) {
  const { setValue, setError, clearErrors, formState } = useFormContext<FormValues>();
  const { isSubmitted } = formState;
  const uploads = usePendingUploads();
  const document = useWatch<FormValues, FileFieldName>({ name: field })[0];
  const [atHand, setAtHand] = useState<readonly FileAtHand[]>([]);
  const working = useRef<AbortController>(undefined);
  useEffect(() => () => working.current?.abort(), []);

  const put = (files: FormValues[FileFieldName]) =>
    setValue(field, files, { shouldDirty: true, shouldValidate: isSubmitted });

  const stop = () => {
    working.current?.abort();
    setAtHand((files) => files.filter(({ documentId }) => documentId));
  };

  const take = (sent: SentFile, show: (more: MoreOfFile) => void) => {
    if ('document' in sent) {
      show({ documentId: sent.document.document_id });
      return put([sent.document]);
    }
    stop();
    setError(field, { type: 'upload', message: sent.problem });
    if (sent.error?.kind === 'too-many') sayError(sent.error);
    else toast(sent.problem);
  };

  const begin = (name: string, prepare: (signal: AbortSignal) => Promise<Prepared>) => {
    stop();
    clearErrors(field);
    working.current = new AbortController();
    const { signal } = working.current;
    setAtHand((files) => [...files, { signal, name }]);
    const show = (more: MoreOfFile) =>
      setAtHand((files) => files.map((file) => (file.signal === signal ? { ...file, ...more } : file)));
    const sending = sendPicked({ field, signal, prepared: prepare(signal), show })
      .catch((): SentFile => ({ problem: problems.notSent }))
      .then((sent) => signal.aborted || take(sent, show));
    uploads.add(sending);
  };

  return {
    document,
    underWay: atHand.find(({ documentId }) => !documentId),
    /** What this page has of the stored file. */
    stored: atHand.find(({ documentId }) => documentId && documentId === document?.document_id),
    pick: (file: File) => begin(file.name, (signal) => prepareFile(field, file, signal)),
    /** Sends the photo as it was cut anew. */
    replacePhoto: (name: string, photo: PreparedPhoto) => begin(name, async () => preparedPhoto(photo)),
    cancel: stop,
    remove() {
      stop();
      put([]);
    },
  };
}
