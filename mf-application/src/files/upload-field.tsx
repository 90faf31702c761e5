import { FileField, type Word } from '@archaka/platform';
import { useState } from 'react';
import type { FileFieldName } from '../form/form-values.ts';
import { useErrorOf } from '../form/use-error-of.ts';
import { documentUrl } from './document-url.ts';
import { DocumentView } from './document-view.tsx';
import type { FileAtHand } from './file-at-hand.ts';
import { UploadBar } from './sending/upload-bar.tsx';
import { useObjectUrl } from './use-object-url.ts';
import { usePart } from './use-part.ts';
import { useUpload } from './use-upload.ts';

const accept = { image: 'image/jpeg,image/png', paper: 'application/pdf,.pdf' };

/** A paper or the photo: sent as soon as it is picked, to be looked at, adjusted, replaced or removed. */
export function UploadField({ name, label, hint }: { name: FileFieldName; label: Word; hint: Word }) {
  const [viewing, setViewing] = useState(false);
  const errorOf = useErrorOf();
  const { document, underWay, stored, ...upload } = useUpload(name);
  const atHand: Partial<FileAtHand> = underWay ?? stored ?? {};
  const { name: fileName = document?.filetype.toUpperCase() ?? '', photo, progress } = atHand;
  const photoPart = usePart(() => import('./photo/photo-part.ts'), { wanted: photo !== undefined });
  const lookUrl = useObjectUrl(atHand.look);
  const isPhoto = name === 'image';
  const storedUrl = isPhoto && document && !underWay ? documentUrl(document.document_id) : undefined;
  return (
    <>
      <FileField
        name={name}
        label={label}
        hint={hint}
        error={errorOf(name)}
        accept={isPhoto ? accept.image : accept.paper}
        onPick={upload.pick}
        look={{ url: atHand.look ? lookUrl : storedUrl, shape: isPhoto ? 'photo' : 'page' }}
        chosen={document && !underWay ? { name: fileName } : undefined}
        onView={() => setViewing(true)}
        onRemove={upload.remove}
      >
        {underWay && <UploadBar label={label} name={fileName} progress={progress} onCancel={upload.cancel} />}
        {photo && photoPart && (
          <photoPart.AdjustablePhoto photo={photo} onCut={(cut) => upload.replacePhoto(fileName, cut)} />
        )}
      </FileField>
      {viewing && document && (
        <DocumentView
          document={document}
          content={stored?.content}
          title={label}
          onClose={() => setViewing(false)}
        />
      )}
    </>
  );
}
