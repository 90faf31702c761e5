import type { ReactNode } from 'react';
import { Bilingual } from '../words/bilingual.tsx';
import type { Word } from '../words/word.ts';

interface BannerProps {
  tone: 'info' | 'success' | 'warning' | 'error';
  title?: Word;
  children: ReactNode;
}

/** Something that matters, said in place for as long as it matters. */
export function Banner({ tone, title, children }: BannerProps) {
  return (
    <div className={`banner banner-${tone} stack`} role={tone === 'error' ? 'alert' : 'status'}>
      {title && (
        <h3>
          <Bilingual word={title} />
        </h3>
      )}
      {children}
    </div>
  );
}
