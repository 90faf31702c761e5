import { Banner, Button, Paragraph, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';

const failed = msg`This part could not be loaded`;
const kept = msg`What you have saved is safe. The rest of the page works.`;

/** Stands where a slice should be: what happened, what was kept, what to do now. */
export function SliceFailed({ small, onRetry }: { small: boolean; onRetry: () => void }) {
  if (small) return <Button word={words.retry} onClick={onRetry} />;
  return (
    <Banner tone="error" title={failed}>
      <Paragraph word={kept} />
      <div className="row">
        <Button word={words.retry} tone="main" onClick={onRetry} />
      </div>
    </Banner>
  );
}
