import { Banner, Sentence } from '@archaka/platform';
import type { Flaw } from './flaws.ts';
import { flawWords } from './photo-words.ts';

/** What may be better about a photo; it is sent all the same. */
export function PhotoFlaws({ flaws }: { flaws: readonly Flaw[] }) {
  if (flaws.length === 0) return null;
  return (
    <Banner tone="warning">
      {flaws.map((flaw) => (
        <p key={flaw}>
          <Sentence word={flawWords[flaw]} />
        </p>
      ))}
    </Banner>
  );
}
