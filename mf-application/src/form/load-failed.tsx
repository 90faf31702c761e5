import { Banner, Button, Paragraph, words } from '@archaka/platform';
import { formMessages } from '../messages.ts';

interface LoadFailedProps {
  onRetry: () => void;
  /** It is being tried. */
  busy: boolean;
}

/** Stands where the form should be while what it needs has not come. */
export function LoadFailed({ onRetry, busy }: LoadFailedProps) {
  return (
    <Banner tone="error" title={formMessages.notLoaded}>
      <Paragraph word={formMessages.dataIsSafe} />
      <div className="row">
        <Button tone="main" word={words.retry} busy={busy} onClick={onRetry} />
      </div>
    </Banner>
  );
}
