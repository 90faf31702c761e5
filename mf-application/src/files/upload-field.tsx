import { Bilingual, Button, Icon, textIn, useLanguage, type Word } from '@archaka/platform';
import { whileBusy } from '@archaka/platform/core';
import { type ComponentProps, useState } from 'react';
import type { FileFieldName } from '../form/form-values.ts';
import { useFieldError } from '../form/use-checked-form.ts';
import { formMessages } from '../messages.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { Examples } from './examples.tsx';
import { FileField, useObjectUrl } from './file-field.tsx';
import { describePaper, useLoadedPaper } from './stored-papers.tsx';
import { formatSize, UploadBar } from './upload-bar.tsx';
import { type PickedFile, useUpload } from './use-upload.ts';

/** One paper's examples apply to all papers. */
const examples: Partial<Record<FileFieldName, ComponentProps<typeof Examples>['of']>> = {
  image: 'photo',
  birthcertificate: 'paper',
};

const loadPhotoModule = () => import('./photo/photo-module.tsx');
const loadDocumentView = () => whileBusy(() => import('./document-view.tsx'));

function useDocumentView() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const viewModule = useLazyModule(loadDocumentView, { enabled: isOpen, onFailed: close });
  return { DocumentView: viewModule?.DocumentView, open: () => setOpen(true), close };
}

/** Without HEIC, so that an iPhone offers its photos as JPEG. */
const accept = {
  image: 'image/jpeg,image/png,image/webp,image/gif,image/avif',
  pdf: 'application/pdf,.pdf',
};

export function UploadField({ name, label, hint }: { name: FileFieldName; label: Word; hint: Word }) {
  const language = useLanguage();
  const findError = useFieldError();
  const { document, uploading, stored, ...upload } = useUpload(name);
  const pickedFile: Partial<PickedFile> = uploading ?? stored ?? {};
  const paper = useLoadedPaper(uploading ? undefined : document);
  const storedName = document ? `${textIn(language, label)} (${document.filetype.toUpperCase()})` : '';
  const { name: fileName = paper?.name || storedName, photo, progress } = pickedFile;
  const photoModule = useLazyModule(loadPhotoModule, { enabled: photo !== undefined });
  const previewUrl = useObjectUrl(pickedFile.preview);
  const { DocumentView, ...view } = useDocumentView();
  const isPhoto = name === 'image';
  const example = examples[name];
  return (
    <>
      <FileField
        name={name}
        label={label}
        hint={hint}
        error={findError(name)}
        accept={isPhoto ? accept.image : accept.pdf}
        onPick={upload.pick}
        look={{
          url: uploading && !pickedFile.preview ? undefined : (previewUrl ?? paper?.picture),
          shape: isPhoto ? 'photo' : 'page',
        }}
        chosen={
          document && !uploading
            ? { name: fileName, size: paper && describePaper(formatSize(paper.bytes), paper.pages) }
            : undefined
        }
        onView={view.open}
        onRemove={upload.remove}
      >
        {!isPhoto && <PhotographPaper label={label} onReady={upload.pick} />}
        {example && !document && !uploading && <Examples of={example} />}
        {uploading && (
          <UploadBar label={label} name={fileName} progress={progress} onCancel={upload.cancel} />
        )}
        {photo && photoModule && (
          <photoModule.AdjustablePhoto
            photo={photo}
            onCrop={(cropped) => upload.replacePhoto(fileName, cropped)}
          />
        )}
      </FileField>
      {DocumentView && document && (
        <DocumentView document={document} content={stored?.content} title={label} onClose={view.close} />
      )}
    </>
  );
}

interface PhotographPaperProps {
  label: Word;
  onReady: (pdf: File) => void;
}

/** For applicants with a paper but no PDF of it. */
export function PhotographPaper({ label, onReady }: PhotographPaperProps) {
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const isOpen = state === 'open';
  const scanModule = useLazyModule(() => import('./scan/scan-dialog.tsx'), {
    enabled: state !== 'unopened',
    onFailed: () => setState('unopened'),
  });
  return (
    <>
      <div className="file-photograph">
        <Button busy={isOpen && !scanModule} onClick={() => setState('open')}>
          <span className="icon-word">
            <Icon name="camera" />
            <span>
              <Bilingual word={formMessages.photographPaper} />
            </span>
          </span>
        </Button>
      </div>
      {scanModule && (
        <scanModule.ScanDialog
          title={label}
          open={isOpen}
          onClose={() => setState('closed')}
          onReady={(pdf) => {
            setState('closed');
            onReady(pdf);
          }}
        />
      )}
    </>
  );
}
