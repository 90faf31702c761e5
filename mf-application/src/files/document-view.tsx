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
import { formWords } from '../words.ts';
import { documentUrl } from './document-url.ts';
import { useFileContent } from './use-file-content.ts';

interface DocumentViewProps {
  document: StoredFile;
  title: Word;
  onClose: () => void;
}

/** A stored file to look at: the photo as it is, a PDF in a frame. */
export function DocumentView({ document, title, onClose }: DocumentViewProps) {
  const { content, failed, retry } = useFileContent(documentUrl(document.document_id));
  const name = useBothTexts()(title);
  return (
    <Dialog open onClose={onClose} title={title} wide>
      {!content && !failed && <Skeleton lines={6} />}
      {failed && (
        <Banner tone="error" title={formWords.fileNotShown}>
          <div className="row">
            <Button word={words.retry} onClick={retry} />
          </div>
        </Banner>
      )}
      {content &&
        (document.filetype === 'pdf' ? (
          <iframe src={content} title={name} />
        ) : (
          <img src={content} alt={name} />
        ))}
      {content && (
        <div className="row">
          <a
            className="button button-plain"
            href={content}
            download={`${textIn('en', title)}.${document.filetype}`}
          >
            <Bilingual word={words.download} />
          </a>
        </div>
      )}
    </Dialog>
  );
}
