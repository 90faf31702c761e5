import { Bilingual, type Word } from '@archaka/web-kit';
import { type ReactNode, useLayoutEffect, useState } from 'react';

interface HomeSectionProps {
  id: string;
  title: Word;
  /** On a phone, below the form: it was read before signing in. */
  folded: boolean;
  children: ReactNode;
}

const PHONE = '(max-width: 30rem)';

/** A part of the home page that the menu or a link leads to; one that is folded opens then. */
export function HomeSection({ id, title, folded, children }: HomeSectionProps) {
  const titleId = `${id}-title`;
  const [isOpen, setIsOpen] = useState(true);
  useLayoutEffect(() => setIsOpen(!matchMedia(PHONE).matches), []);
  const heading = (
    <h2 id={titleId}>
      <Bilingual word={title} />
    </h2>
  );
  return (
    <section className="section" id={id} tabIndex={-1} aria-labelledby={titleId}>
      {folded ? (
        <details className="fold" open={isOpen}>
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
