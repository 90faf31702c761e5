import { Bilingual, type Word } from '@archaka/platform';
import { type ReactNode, useEffect, useRef } from 'react';

interface FoldProps {
  title: Word;
  /** Whether it is initially unfolded. */
  open?: boolean;
  children: ReactNode;
}

/** Details: folded on the screen, unfolded on paper. */
export function Fold({ title, open = false, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    let isUnfoldedForPaper = false;
    const setOpen = (isOpen: boolean) => {
      if (details.current) details.current.open = isOpen;
    };
    const handleBeforePrint = () => {
      isUnfoldedForPaper = details.current?.open === false;
      setOpen(true);
    };
    const handleAfterPrint = () => isUnfoldedForPaper && setOpen(false);
    window.addEventListener('beforeprint', handleBeforePrint);
    window.addEventListener('afterprint', handleAfterPrint);
    return () => {
      window.removeEventListener('beforeprint', handleBeforePrint);
      window.removeEventListener('afterprint', handleAfterPrint);
    };
  }, []);

  return (
    <details ref={details} className="fold" open={open}>
      <summary>
        <span>
          <Bilingual word={title} />
        </span>
      </summary>
      <div className="stack">{children}</div>
    </details>
  );
}
