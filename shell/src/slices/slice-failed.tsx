import { Banner, Button, Paragraph, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';

const failed = msg`This part could not be loaded`;
const reassurance = msg`What you have saved is safe, and the rest of the page works. This part comes back by itself.`;

interface SliceFailedProps {
  small: boolean;
  onRetry: () => Promise<unknown>;
}

export function SliceFailed({ small, onRetry }: SliceFailedProps) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  if (small) return <Button word={words.retry} busy={busy} onClick={retry} />;
  return (
    <Banner tone="error" title={failed}>
      <Paragraph word={reassurance} />
      <div className="row">
        <Button word={words.retry} tone="main" busy={busy} onClick={retry} />
      </div>
    </Banner>
  );
}
