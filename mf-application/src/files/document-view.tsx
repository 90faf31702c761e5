import type { StoredFile } from '@archaka/contracts/calls';
import {
  Banner,
  Bilingual,
  Button,
  Dialog,
  portalFetch,
  Skeleton,
  textIn,
  useBothTexts,
  type Word,
  words,
} from '@archaka/platform';
import { useCallback, useEffect, useState } from 'react';
import { documentUrl } from '../application-api.ts';
import { formMessages } from '../messages.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { useObjectUrl } from './file-field.tsx';

interface FileContent {
  readonly file?: Blob;
  readonly failed?: boolean;
}

function useFileContent(url: string, cached?: Blob): FileContent & { retry: () => void } {
  const [state, setState] = useState<FileContent>({});
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches again
  useEffect(() => {
    if (cached) return;
    const controller = new AbortController();
    const load = async () => {
      setState({});
      const { data } = await portalFetch(url, { signal: controller.signal });
      const file = await data?.blob();
      if (!controller.signal.aborted) setState(file ? { file } : { failed: true });
    };
    load().catch(() => controller.signal.aborted || setState({ failed: true }));
    return () => controller.abort();
  }, [url, cached, attempt]);

  return { ...(cached ? { file: cached } : state), retry: () => setAttempt((count) => count + 1) };
}

interface DocumentViewProps {
  document: StoredFile;
  /** The file, if the page has it; else it is fetched. */
  content: Blob | undefined;
  title: Word;
  onClose: () => void;
}

export function DocumentView({ document, content, title, onClose }: DocumentViewProps) {
  const { file, failed, retry } = useFileContent(documentUrl(document.document_id), content);
  const url = useObjectUrl(file);
  const name = useBothTexts()(title);
  return (
    <Dialog open onClose={onClose} title={title} wide>
      {!url && !failed && <Skeleton lines={6} />}
      {failed && <FileNotShown onRetry={retry} />}
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

/** Shows a PDF in the browser's own viewer, or in the portal's where the browser has none. */
function PdfView({ file, url, title }: { file: Blob; url: string; title: string }) {
  const hasNativeViewer = navigator.pdfViewerEnabled;
  const [failed, setFailed] = useState(false);
  const handleFailure = useCallback(() => setFailed(true), []);
  const pdfModule = useLazyModule(() => import('./documents/pdf-frame.tsx'), {
    enabled: !hasNativeViewer && !failed,
    onFailed: handleFailure,
  });
  if (hasNativeViewer) return <iframe src={url} title={title} />;
  if (failed) return <FileNotShown onRetry={() => setFailed(false)} />;
  return pdfModule ? (
    <pdfModule.PdfFrame file={file} title={title} onFailed={handleFailure} />
  ) : (
    <Skeleton lines={6} />
  );
}

const FileNotShown = ({ onRetry }: { onRetry: () => void }) => (
  <Banner tone="error" title={formMessages.fileNotShown}>
    <div className="row">
      <Button word={words.retry} onClick={onRetry} />
    </div>
  </Banner>
);
