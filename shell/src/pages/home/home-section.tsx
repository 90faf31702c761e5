import { Bilingual, type Word } from '@archaka/web-kit';
import type { ReactNode } from 'react';

interface HomeSectionProps {
  id: string;
  title: Word;
  /** On a phone, below the form: applicants have read it before signing in. */
  folded: boolean;
  children: ReactNode;
}

/** Runs before the effects that scroll to a section and open it. */
function foldOnPhone(details: HTMLDetailsElement | null): void {
  if (details) details.open = !matchMedia('(max-width: 30rem)').matches;
}

/** A section of the home page that a link targets; a folded one opens then. */
export function HomeSection({ id, title, folded, children }: HomeSectionProps) {
  const titleId = `${id}-title`;
  const heading = (
    <h2 id={titleId}>
      <Bilingual word={title} />
    </h2>
  );
  return (
    <section className="section" id={id} tabIndex={-1} aria-labelledby={titleId}>
      {folded ? (
        <details className="fold" open ref={foldOnPhone}>
          <summary>{heading}</summary>
          <div className="stack">{children}</div>
        </details>
      ) : (
        <>
          {heading}
          {children}
        </>
      )}
    </section>
  );
}
