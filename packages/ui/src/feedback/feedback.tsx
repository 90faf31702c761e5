import { type ReactNode, useEffect, useRef } from 'react';
import { Bilingual, Message, Sentence } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/languages.ts';
import { words } from '../i18n/words.ts';

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

/** Covers the page during a call; stays invisible for quick calls. */
export function LoaderOverlay({ shown }: { shown: boolean }) {
  return (
    <div className={shown ? 'loader' : 'loader loader-gone'} role="status" aria-live="polite">
      {shown && (
        <span className="loader-word">
          <span className="loader-ring" aria-hidden="true" />
          <Bilingual word={words.loading} />
        </span>
      )}
    </div>
  );
}

/** The first second and a half of a visit, over the existing content. */
export function StartupLoader({ title }: { title: Word }) {
  return (
    <div className="loader loader-startup" role="status">
      <span className="loader-word">
        <span className="startup-title">
          <Bilingual word={title} />
        </span>
        <span className="loader-ring" aria-hidden="true" />
        <Bilingual word={words.loading} />
      </span>
    </div>
  );
}

export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">
        <Bilingual word={words.loading} />
      </span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={index} className="skeleton-line" />
      ))}
    </div>
  );
}

export interface Toast {
  readonly id: string;
  /** A message of the specification in its English, or another word. */
  readonly message: Word | string;
  /** What the message leaves out, such as a limit. */
  readonly detail?: Word | undefined;
  readonly tone: 'success' | 'warning' | 'error';
}

/** Always in the page, so that new content is announced. As a popover it is above an open dialog. */
export function ToastRegion({ toasts }: { toasts: readonly Toast[] }) {
  const region = useRef<HTMLDivElement>(null);
  const newestId = toasts.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new toast moves the region to the top again
  useEffect(() => {
    region.current?.showPopover?.();
    return () => region.current?.hidePopover?.();
  }, [newestId]);
  return (
    <div ref={region} popover="manual" className="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, message, detail, tone }) => (
        <div key={id} className={`toast toast-${tone}`}>
          <Message of={message} />
          {detail && (
            <span className="message">
              <Sentence word={detail} />
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
