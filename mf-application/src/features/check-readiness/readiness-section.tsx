import { Bilingual, type Word } from '@archaka/platform';
import { type ReactNode, useId } from 'react';

/** A named part of the page. */
export function ReadinessSection({ title, children }: { title: Word; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className="section stack" aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Bilingual word={title} />
      </h2>
      {children}
    </section>
  );
}
