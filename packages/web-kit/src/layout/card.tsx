import type { ReactNode } from 'react';
import { Text } from '../words/bilingual.tsx';
import type { Word } from '../words/word.ts';

export function Card({
  title,
  badge,
  children,
}: {
  title?: Word | string;
  badge?: ReactNode;
  children: ReactNode;
}) {
  return (
    <article className="card stack">
      {(title || badge) && (
        <header className="card-head">
          {title && (
            <h3>
              <Text of={title} />
            </h3>
          )}
          {badge}
        </header>
      )}
      {children}
    </article>
  );
}

/** What is known about something, one fact a line. */
export function Facts({ facts }: { facts: readonly { label: Word; value: ReactNode }[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={'id' in label ? label.id : label.en} className="fact">
          <dt>
            <Text of={label} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
