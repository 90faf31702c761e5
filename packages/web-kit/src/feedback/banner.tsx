import type { ReactNode } from 'react';
import { Bilingual } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/word.ts';

interface BannerProps {
  tone: 'info' | 'success' | 'warning' | 'error';
  title?: Word;
  /** Level of its heading; the surrounding sections mostly have level 2. */
  level?: 2 | 3;
  children: ReactNode;
}

const roles = { info: undefined, success: 'status', warning: 'status', error: 'alert' } as const;

/** An important message in place for as long as it applies; all but plain information is announced. */
export function Banner({ tone, title, level = 3, children }: BannerProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={`banner banner-${tone} stack`} role={roles[tone]}>
      {title && (
        <Heading className="banner-title">
          <Bilingual word={title} />
        </Heading>
      )}
      {children}
    </div>
  );
}
