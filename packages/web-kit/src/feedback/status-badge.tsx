import { Bilingual } from '../i18n/bilingual.tsx';
import { words } from '../i18n/words.ts';

const badges = {
  S: { word: words.success, tone: 'success' },
  F: { word: words.failed, tone: 'failed' },
  C: { word: words.cancelled, tone: 'cancelled' },
  '': { word: words.pending, tone: 'pending' },
} as const;

export function StatusBadge({ status }: { status: keyof typeof badges }) {
  const { word, tone } = badges[status];
  return (
    <span className={`badge badge-${tone}`}>
      <Bilingual word={word} />
    </span>
  );
}
