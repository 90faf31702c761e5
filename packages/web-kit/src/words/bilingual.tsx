import { teluguOf } from './messages.ts';
import type { Word } from './word.ts';

/** A word in both languages, Telugu first; where they are the same it stands once. */
export function Bilingual({ word: { te, en } }: { word: Word }) {
  if (te === en) return <span lang="te">{te}</span>;
  return (
    <>
      <span lang="te">{te}</span>
      <span className="between"> / </span>
      <span lang="en" className="english">
        {en}
      </span>
    </>
  );
}

/** A sentence or more in both languages, one under the other. */
export function Paragraph({ word: { te, en } }: { word: Word }) {
  return (
    <p className="paragraph">
      <span lang="te">{te}</span>
      <span lang="en" className="english">
        {en}
      </span>
    </p>
  );
}

/** A message with the specification's English exactly, and its Telugu above it. */
export function Message({ en, te = teluguOf(en) }: { en: string; te?: string | undefined }) {
  return (
    <span className="message">
      {te && <span lang="te">{te}</span>}
      <span lang="en" className="english">
        {en}
      </span>
    </span>
  );
}

/** A word in both languages, or text that is the same in both. */
export const Text = ({ of }: { of: Word | string }) =>
  typeof of === 'string' ? of : <Bilingual word={of} />;
