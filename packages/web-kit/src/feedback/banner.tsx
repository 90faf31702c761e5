import type { ReactNode } from 'react';
import { Bilingual } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/word.ts';

interface BannerProps {
  tone: 'info' | 'success' | 'warning' | 'error';
  title?: Word;
  /** Of its title; the sections it stands in have headings of level 2 for the most part. */
  level?: 2 | 3;
  children: ReactNode;
}

const roles = { info: undefined, success: 'status', warning: 'status', error: 'alert' } as const;

/** Something that matters, said in place for as long as it matters; all but plain information is spoken as it comes. */
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
