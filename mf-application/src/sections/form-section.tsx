import { Bilingual, type Word } from '@archaka/platform';
import type { ReactNode } from 'react';

export function FormSection({ id, title, children }: { id: string; title: Word; children: ReactNode }) {
  const titleId = `${id}-title`;
  return (
    <section className="form-part stack" id={id} tabIndex={-1} aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Bilingual word={title} />
      </h3>
      {children}
    </section>
  );
}
