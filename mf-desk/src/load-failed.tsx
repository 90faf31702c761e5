import { Banner, Button, Paragraph, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const title: Word = msg`This could not be loaded`;
const retried: Word = msg`It is tried again by itself. What you typed is still here.`;

export const LoadFailed = ({ onRetry, busy }: { onRetry: () => unknown; busy: boolean }) => (
  <Banner tone="error" title={title} level={2}>
    <Paragraph word={retried} />
    <div className="row">
      <Button word={words.retry} busy={busy} onClick={() => void onRetry()} />
    </div>
  </Banner>
);
