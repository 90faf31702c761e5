import type { ReactNode } from 'react';
import { Text } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/languages.ts';
import { Value } from './value.tsx';

interface CardProps {
  title?: Word | string;
  level?: 2 | 3;
  badge?: ReactNode;
  children: ReactNode;
}

export function Card({ title, level = 3, badge, children }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <article className="card stack">
      {(title || badge) && (
        <header className="card-head">
          {title && (
            <Heading>
              <Text of={title} />
            </Heading>
          )}
          {badge}
        </header>
      )}
      {children}
    </article>
  );
}

export function Facts({ facts }: { facts: readonly { label: Word; value: ReactNode }[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={'id' in label ? label.id : label.en} className="fact">
          <dt>
            <Text of={label} />
          </dt>
          <dd>
            <Value>{value}</Value>
          </dd>
        </div>
      ))}
    </dl>
  );
}
