import { Banner, Button, Paragraph, words } from '@archaka/platform';
import { formWords } from '../words.ts';

/** Stands where the form should be while what it needs has not come. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Banner tone="error" title={formWords.notLoaded}>
      <Paragraph word={formWords.keptSafe} />
      <div className="row">
        <Button tone="main" word={words.retry} onClick={onRetry} />
      </div>
    </Banner>
  );
}
