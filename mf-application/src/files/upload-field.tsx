import { FileField, type Word } from '@archaka/platform';
import { useState } from 'react';
import type { FileFieldName } from '../form/form-values.ts';
import { useErrorOf } from '../form/use-error-of.ts';
import { documentUrl } from './document-url.ts';
import { DocumentView } from './document-view.tsx';
import { useUpload } from './use-upload.ts';

const accept = { image: 'image/jpeg,image/png', paper: 'application/pdf,.pdf' };

/** A paper or the photo: sent as soon as it is picked, to be looked at, replaced or removed. */
export function UploadField({ name, label, hint }: { name: FileFieldName; label: Word; hint: Word }) {
  const [viewing, setViewing] = useState(false);
  const upload = useUpload(name);
  const errorOf = useErrorOf();
  const { document } = upload;
  const isPhoto = name === 'image';
  const photo = isPhoto && document ? { url: documentUrl(document.document_id) } : {};
  return (
    <>
      <FileField
        name={name}
        label={label}
        hint={hint}
        error={errorOf(name)}
        accept={isPhoto ? accept.image : accept.paper}
        busy={upload.busy}
        onPick={upload.pick}
        chosen={document && { name: upload.name ?? '', ...photo }}
        onView={() => setViewing(true)}
        onRemove={upload.remove}
      />
      {viewing && document && (
        <DocumentView document={document} title={label} onClose={() => setViewing(false)} />
      )}
    </>
  );
}
