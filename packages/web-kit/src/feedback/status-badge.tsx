import { Bilingual } from '../words/bilingual.tsx';
import { words } from '../words/words.ts';

const looks = {
  S: { word: words.success, tone: 'success' },
  F: { word: words.failed, tone: 'failed' },
  C: { word: words.cancelled, tone: 'cancelled' },
  '': { word: words.pending, tone: 'pending' },
} as const;

/** How a payment stands; empty means not known yet. */
export function StatusBadge({ status }: { status: keyof typeof looks }) {
  const { word, tone } = looks[status];
  return (
    <span className={`badge badge-${tone}`}>
      <Bilingual word={word} />
    </span>
  );
}
