import type { AgreementInput, PrivacyNotice as Notice } from '@archaka/contracts/calls';
import { Sentence, useLanguage } from '@archaka/ui';
import { useEffect, useRef, useState } from 'react';
import type { PortalError } from '../calls/portal-fetch.ts';
import { useExamination } from '../examination/examination.ts';
import { sayError } from '../messages/show-message.ts';
import { changeState, portalStore } from '../store/portal-store.ts';

/** Milliseconds after the form is rendered. */
const CONTENT_DELAY_MS = 500;

type NoticeContent = typeof import('../notice-content/notice-content.tsx');

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
    const load = () => void import('../notice-content/notice-content.tsx').then(setContent, sayMissing);
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

/** The agreement in a request's body; empty where the examination has no notice. */
export function useAgreement(): AgreementInput {
  const notice_language = useLanguage();
  const notice_version = useExamination().examination?.privacy_notice?.version;
  return notice_version === undefined ? {} : { notice_version, notice_language };
}

/** What a press agrees to. Buttons that send personal data reference it by `aria-describedby`. */
export function AgreementHint({ id }: { id: string }) {
  const notice = useExamination().examination?.privacy_notice;
  if (!notice) return null;
  return (
    <p className="hint" id={id}>
      <Sentence word={{ te: notice.agreement_te, en: notice.agreement }} /> {notice.version}
    </p>
  );
}

/**
 * Shows the notice that a service returned as the current one, which the next press agrees to.
 * @param error of the call that sent personal data
 * @returns whether that was the error
 */
export function replaceNotice(error: object | undefined): boolean {
  const privacy_notice = (error as Partial<Extract<PortalError, { kind: 'invalid' }>> | undefined)?.notice;
  if (!privacy_notice) return false;
  const { examination } = portalStore.getState().examination;
  if (examination) changeState('examination', { examination: { ...examination, privacy_notice } });
  return true;
}
