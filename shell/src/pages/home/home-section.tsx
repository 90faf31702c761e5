import { Bilingual, type Word } from '@archaka/web-kit';
import type { ReactNode } from 'react';

interface HomeSectionProps {
  id: string;
  title: Word;
  /** On a phone, below the form: it was read before signing in. */
  folded: boolean;
  children: ReactNode;
}

/** Before the effects that lead to a part of the page and open it. */
function foldOnPhone(details: HTMLDetailsElement | null): void {
  if (details) details.open = !matchMedia('(max-width: 30rem)').matches;
}

/** A part of the home page that the menu or a link leads to; one that is folded opens then. */
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
