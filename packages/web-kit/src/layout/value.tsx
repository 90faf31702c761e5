import type { ReactNode } from 'react';

/** Longer text may break where it likes: it would not fit on a narrow screen. */
const MAX_UNBROKEN_LENGTH = 24;

/** What stands in a list or table; ids, dates and numbers are not broken at their hyphens and spaces. */
export function Value({ children }: { children: ReactNode }) {
  const isUnbroken =
    typeof children === 'string' && children.length <= MAX_UNBROKEN_LENGTH && /\d/.test(children);
  return isUnbroken ? <span className="whole">{children}</span> : children;
}
