import {
  Bilingual,
  Button,
  dateTimeText,
  portalNow,
  Sentence,
  useExamination,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const print: Word = msg`Print or save as PDF`;

/** Opens the browser's print dialog, which can also save a PDF. */
export const PrintButton = () => <Button word={print} onClick={() => window.print()} />;

/** When the page was last printed, in ms; before that, when it was shown. */
function usePrintTime(): number {
  const [printedAt, setPrintedAt] = useState(portalNow);
  useEffect(() => {
    // The browser lays out the sheets right after the event.
    const handleBeforePrint = () => flushSync(() => setPrintedAt(portalNow()));
    window.addEventListener('beforeprint', handleBeforePrint);
    return () => window.removeEventListener('beforeprint', handleBeforePrint);
  }, []);
  return printedAt;
}

export function PrintNote() {
  const time = dateTimeText(new Date(usePrintTime()).toISOString());
  const contacts = useExamination().examination?.contacts;
  return (
    <p className="hint paper-only">
      <Sentence word={msg`Printed on ${time} (Indian time).`} />{' '}
      {contacts && <Sentence word={toHelp(contacts)} />}
    </p>
  );
}

const toHelp = ({ office, email }: { office: string; email: string }) => msg`For help: ${office}, ${email}`;

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
