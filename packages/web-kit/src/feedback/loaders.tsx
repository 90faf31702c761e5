import { Bilingual } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/word.ts';
import { words } from '../i18n/words.ts';

/** Covers the page during a call; stays invisible for quick calls. */
export function LoaderOverlay({ shown }: { shown: boolean }) {
  return (
    <div className={shown ? 'loader' : 'loader loader-gone'} role="status" aria-live="polite">
      {shown && (
        <span className="loader-word">
          <span className="loader-ring" aria-hidden="true" />
          <Bilingual word={words.loading} />
        </span>
      )}
    </div>
  );
}

/** The first second and a half of a visit, over the existing content. */
export function StartupLoader({ title }: { title: Word }) {
  return (
    <div className="loader loader-startup" role="status">
      <span className="loader-word">
        <span className="startup-title">
          <Bilingual word={title} />
        </span>
        <span className="loader-ring" aria-hidden="true" />
        <Bilingual word={words.loading} />
      </span>
    </div>
  );
}

export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">
        <Bilingual word={words.loading} />
      </span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={index} className="skeleton-line" />
      ))}
    </div>
  );
}
