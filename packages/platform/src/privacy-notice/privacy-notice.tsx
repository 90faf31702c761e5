import type { PrivacyNotice as Notice } from '@archaka/contracts/calls';
import { Sentence } from '@archaka/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useExamination } from '../examination/use-examination.ts';
import { sayError } from '../messages/say-error.ts';

/** Milliseconds after the form is rendered. */
const CONTENT_DELAY_MS = 500;

type NoticeContent = typeof import('../notice-content/notice-content.ts');

/** The notice on personal data before the first personal field; empty where the examination has none. */
export function PrivacyNotice() {
  const notice = useExamination().examination?.privacy_notice;
  return notice ? <FoldedNotice notice={notice} /> : null;
}

/** Loads the parts after the first screen, and again on demand. */
function useNoticeContent({ isWanted }: { isWanted: boolean }): NoticeContent | undefined {
  const [content, setContent] = useState<NoticeContent>();
  useEffect(() => {
    const sayMissing = () => isWanted && sayError({ kind: 'unexpected' });
    const load = () => void import('../notice-content/notice-content.ts').then(setContent, sayMissing);
    const timer = setTimeout(load, isWanted ? 0 : CONTENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isWanted]);
  return content;
}

function FoldedNotice({ notice }: { notice: Notice }) {
  const [open, setOpen] = useState(false);
  const [initialVersion] = useState(notice.version);
  const isReplaced = notice.version !== initialVersion;
  const summary = useRef<HTMLElement>(null);
  const content = useNoticeContent({ isWanted: open });
  // The action was not executed, since the notice above it has changed.
  useEffect(() => {
    if (!isReplaced) return;
    setOpen(true);
    summary.current?.focus();
  }, [isReplaced]);
  return (
    <div className="notice">
      {content && <content.NoticeChanges notice={notice} isReplaced={isReplaced} />}
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary ref={summary}>
          <Sentence word={{ te: notice.summary_te, en: notice.summary }} />
        </summary>
        {open && content && <content.NoticeParts notice={notice} />}
      </details>
    </div>
  );
}
