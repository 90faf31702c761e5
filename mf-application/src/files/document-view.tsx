import type { StoredFile } from '@archaka/contracts';
import {
  Banner,
  Bilingual,
  Button,
  Dialog,
  Skeleton,
  textIn,
  useBothTexts,
  type Word,
  words,
} from '@archaka/platform';
import { useCallback, useState } from 'react';
import { formWords } from '../words.ts';
import { documentUrl } from './document-url.ts';
import { useFileContent } from './use-file-content.ts';
import { useObjectUrl } from './use-object-url.ts';
import { usePart } from './use-part.ts';

interface DocumentViewProps {
  document: StoredFile;
  /** The file itself, where the page has it; else it is fetched. */
  content: Blob | undefined;
  title: Word;
  onClose: () => void;
}

/** A stored file to look at: the photo as it is, a PDF in a frame. */
export function DocumentView({ document, content, title, onClose }: DocumentViewProps) {
  const { file, failed, retry } = useFileContent(documentUrl(document.document_id), content);
  const url = useObjectUrl(file);
  const name = useBothTexts()(title);
  return (
    <Dialog open onClose={onClose} title={title} wide>
      {!url && !failed && <Skeleton lines={6} />}
      {failed && <NotShown onRetry={retry} />}
      {file && url && document.filetype !== 'pdf' && <img src={url} alt={name} />}
      {file && url && document.filetype === 'pdf' && <PdfView file={file} url={url} title={name} />}
      {url && (
        <div className="row">
          <a
            className="button button-plain"
            href={url}
            download={`${textIn('en', title)}.${document.filetype}`}
          >
            <Bilingual word={words.download} />
          </a>
        </div>
      )}
    </Dialog>
  );
}

/** A PDF in the browser's own viewer, or in the portal's where the browser has none. */
function PdfView({ file, url, title }: { file: Blob; url: string; title: string }) {
  const own = navigator.pdfViewerEnabled;
  const [failed, setFailed] = useState(false);
  const fail = useCallback(() => setFailed(true), []);
  const part = usePart(() => import('./papers/pdf-part.ts'), { wanted: !own && !failed, onFailed: fail });
  if (own) return <iframe src={url} title={title} />;
  if (failed) return <NotShown onRetry={() => setFailed(false)} />;
  return part ? <part.PdfFrame file={file} title={title} onFailed={fail} /> : <Skeleton lines={6} />;
}

const NotShown = ({ onRetry }: { onRetry: () => void }) => (
  <Banner tone="error" title={formWords.fileNotShown}>
    <div className="row">
      <Button word={words.retry} onClick={onRetry} />
    </div>
  </Banner>
);
