import type { ReactNode } from 'react';
import { Text } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/languages.ts';

/** Longer texts may break anywhere, to fit a narrow screen. */
const MAX_UNBROKEN_LENGTH = 24;

/** A value in a list or table; ids, dates and numbers neither break at hyphens and spaces nor are translated. */
export function Value({ children }: { children: ReactNode }) {
  const isUnbroken =
    typeof children === 'string' && children.length <= MAX_UNBROKEN_LENGTH && /\d/.test(children);
  if (typeof children !== 'string') return children;
  return isUnbroken ? (
    <span className="whole" translate="no">
      {children}
    </span>
  ) : (
    <span>{children}</span>
  );
}

export const Telephones = ({ numbers }: { numbers: readonly string[] }) =>
  numbers.map((number) => (
    <a key={number} translate="no" className="link" href={`tel:${number.replace(/[^\d+]/g, '')}`}>
      {number}
    </a>
  ));

/** '₹ 100', of whole rupees. */
export const rupees = (amount: number): string => `₹ ${amount.toLocaleString('en-IN')}`;

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
