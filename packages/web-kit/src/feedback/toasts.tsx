import { useEffect, useRef } from 'react';
import { Message } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/word.ts';

export interface Toast {
  readonly id: string;
  /** A message of the specification in its English, or another word. */
  readonly message: Word | string;
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
      {toasts.map(({ id, message, tone }) => (
        <div key={id} className={`toast toast-${tone}`}>
          <Message of={message} />
        </div>
      ))}
    </div>
  );
}
