import { Banner, Button, Paragraph, words } from '@archaka/platform';
import { formMessages } from '../messages.ts';

interface LoadFailedProps {
  onRetry: () => void;
  busy: boolean;
}

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
