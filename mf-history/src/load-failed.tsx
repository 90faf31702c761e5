import { Banner, Button, Paragraph, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { HelpNumbers } from './help-numbers.tsx';

const title: Word = msg`This could not be loaded`;
const nothingLost: Word = msg`Your applications and payments are safe. This is tried again by itself; if it lasts, check the connection and try again in a few minutes.`;

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
      <HelpNumbers of="technical" />
      <div className="row">
        <Button tone="main" word={words.retry} busy={busy} onClick={() => void onRetry()} />
      </div>
    </Banner>
  );
}
