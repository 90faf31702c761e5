import { Banner, Button, Paragraph, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const title: Word = msg`This could not be loaded`;
const nothingLost: Word = msg`Your applications and payments are safe. This is tried again by itself; check the connection if it lasts.`;

interface LoadFailedProps {
  onRetry: () => unknown;
  busy: boolean;
  /** Of its heading. */
  level?: 2 | 3;
}

export function LoadFailed({ onRetry, busy, level = 2 }: LoadFailedProps) {
  return (
    <Banner tone="error" title={title} level={level}>
      <Paragraph word={nothingLost} />
      <div className="row">
        <Button tone="main" word={words.retry} busy={busy} onClick={() => void onRetry()} />
      </div>
    </Banner>
  );
}
