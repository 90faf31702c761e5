import { Bilingual, type Word } from '@archaka/web-kit';
import type { ReactNode } from 'react';

interface HomeSectionProps {
  id: string;
  title: Word;
  /** Below the form, where it was read before signing in. */
  folded: boolean;
  children: ReactNode;
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
        <details className="fold">
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
