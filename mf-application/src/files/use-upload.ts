import { sayError, toast, useFormContext, useWatch } from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import type { FileFieldName, FormValues } from '../form/form-values.ts';
import { usePendingUploads } from '../form/pending-uploads.ts';
import { notSent, type SentFile, sendFile } from './send-file.ts';

/** The one file of a field: picked and sent at once, or removed. A file that fails leaves the earlier one. */
export function useUpload(field: FileFieldName) {
  const { setValue, setError, clearErrors, formState } = useFormContext<FormValues>();
  const { isSubmitted } = formState;
  const uploads = usePendingUploads();
  const document = useWatch<FormValues, FileFieldName>({ name: field })[0];
  const [picked, setPicked] = useState({ documentId: '', name: '' });
  const [busy, setBusy] = useState(false);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);

  const put = (files: FormValues[FileFieldName]) =>
    setValue(field, files, { shouldDirty: true, shouldValidate: isSubmitted });

  const take = (sent: SentFile, name: string) => {
    if ('document' in sent) {
      setPicked({ documentId: sent.document.document_id, name });
      return put([sent.document]);
    }
    setError(field, { type: 'upload', message: sent.problem });
    if (sent.error?.kind === 'too-many') sayError(sent.error);
    else if (sent.error?.kind !== 'signed-out') toast(sent.problem);
  };

  const send = async (file: File, signal: AbortSignal) => {
    const sent = await sendFile(field, { file, signal }).catch(() => notSent);
    if (signal.aborted) return;
    setBusy(false);
    take(sent, file.name);
  };

  return {
    document,
    name:
      document &&
      (document.document_id === picked.documentId ? picked.name : document.filetype.toUpperCase()),
    busy,
    pick(file: File) {
      sending.current?.abort();
      sending.current = new AbortController();
      clearErrors(field);
      setBusy(true);
      uploads.add(send(file, sending.current.signal));
    },
    remove() {
      sending.current?.abort();
      setBusy(false);
      put([]);
    },
  };
}
