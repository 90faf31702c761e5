import type { ReactNode } from 'react';

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
