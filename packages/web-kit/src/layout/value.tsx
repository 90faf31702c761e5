import type { ReactNode } from 'react';

/** Longer text may break where it likes: it would not fit on a narrow screen. */
const longest = 24;

/** What stands in a list or table; ids, dates and numbers are not broken at their hyphens and spaces. */
export function Value({ children }: { children: ReactNode }) {
  const whole = typeof children === 'string' && children.length <= longest && /\d/.test(children);
  return whole ? <span className="whole">{children}</span> : children;
}
