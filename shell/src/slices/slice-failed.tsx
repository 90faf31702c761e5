import { Banner, Button, Paragraph, words } from '@archaka/web-kit';

const failed = { te: 'ఈ భాగం ఇప్పుడు తెరుచుకోలేదు', en: 'This part could not be loaded' };
const kept = {
  te: 'మీరు భద్రపరిచినవి అలాగే ఉన్నాయి. మిగతా పేజీ పని చేస్తుంది.',
  en: 'What you have saved is safe. The rest of the page works.',
};

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
