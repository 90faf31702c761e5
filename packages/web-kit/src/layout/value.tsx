import type { ReactNode } from 'react';

/** Longer texts may break anywhere, to fit a narrow screen. */
const MAX_UNBROKEN_LENGTH = 24;

/** A value in a list or table; ids, dates and numbers do not break at hyphens and spaces. */
export function Value({ children }: { children: ReactNode }) {
  const isUnbroken =
    typeof children === 'string' && children.length <= MAX_UNBROKEN_LENGTH && /\d/.test(children);
  return isUnbroken ? <span className="whole">{children}</span> : children;
}
