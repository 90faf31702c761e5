import type { PrivacyNotice as Notice } from '@archaka/contracts';
import { Facts, Sentence, Telephones } from '@archaka/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useExamination } from '../examination/use-examination.ts';

type NoticeChanges = typeof import('../notice-changes/notice-changes.tsx');

/** The notice on personal data, before the first personal field; nothing where the examination has none. */
export function PrivacyNotice() {
  const notice = useExamination().examination?.privacy_notice;
  return notice ? <FoldedNotice notice={notice} /> : null;
}

/** Few have agreed to another version before: what says so is no part of the first screen. */
function useNoticeChanges(): NoticeChanges | undefined {
  const [changes, setChanges] = useState<NoticeChanges>();
  useEffect(() => void import('../notice-changes/notice-changes.tsx').then(setChanges, () => undefined), []);
  return changes;
}

function FoldedNotice({ notice }: { notice: Notice }) {
  const [open, setOpen] = useState(false);
  const [initialVersion] = useState(notice.version);
  const isReplaced = notice.version !== initialVersion;
  const summary = useRef<HTMLElement>(null);
  const changes = useNoticeChanges();
  // What was pressed was not done, since the notice above it is a new one.
  useEffect(() => {
    if (!isReplaced) return;
    setOpen(true);
    summary.current?.focus();
  }, [isReplaced]);
  return (
    <div className="notice">
      {changes && <changes.NoticeChanges notice={notice} isReplaced={isReplaced} />}
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary ref={summary}>
          <Sentence word={{ te: notice.summary_te, en: notice.summary }} />
        </summary>
        {open && <NoticeParts notice={notice} />}
      </details>
    </div>
  );
}

function NoticeParts({ notice: { parts } }: { notice: Notice }) {
  const contacts = useExamination().examination?.contacts;
  return (
    <>
      <Facts
        facts={Object.values(parts).map(({ title, title_te, text, text_te }) => ({
          label: { te: title_te, en: title },
          value: <Sentence word={{ te: text_te, en: text }} />,
        }))}
      />
      {contacts && (
        <p className="row">
          <Telephones numbers={[contacts.office]} />
          <a className="link" href={`mailto:${contacts.email}`}>
            {contacts.email}
          </a>
        </p>
      )}
    </>
  );
}
