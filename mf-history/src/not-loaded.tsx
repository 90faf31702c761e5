import { Banner, Button, Paragraph, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const notLoaded: Word = msg`This could not be loaded`;
const nothingLost: Word = msg`Your applications and payments are safe. Check the connection and try again.`;

/** In the place of what could not be read, with the way to try again. */
export function NotLoaded({ onRetry, level = 2 }: { onRetry: () => unknown; level?: 2 | 3 }) {
  return (
    <Banner tone="error" title={notLoaded} level={level}>
      <Paragraph word={nothingLost} />
      <div className="row">
        <Button tone="main" word={words.retry} onClick={() => void onRetry()} />
      </div>
    </Banner>
  );
}
