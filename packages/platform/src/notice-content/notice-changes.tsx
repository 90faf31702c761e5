import type { PrivacyNotice as Notice } from '@archaka/contracts/calls';
import { dateText, Sentence } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { useExamination } from '../examination/use-examination.ts';
import { useConsents } from './use-consents.ts';

/** The services' messages: the English text is the id. */
const changedNow = msg({ id: 'The notice on personal data has changed. Please read it and press again.' });
const changedSince = (day: string) =>
  msg`This notice has changed since you agreed on ${day}. Please read it before you go on.`;

interface NoticeChangesProps {
  notice: Notice;
  /** The notice changed while the form was open. */
  isReplaced: boolean;
}

export function NoticeChanges({ notice, isReplaced }: NoticeChangesProps) {
  const agreedBefore = useAgreedBefore(notice);
  const word = isReplaced ? changedNow : agreedBefore && changedSince(dateText(agreedBefore));
  return (
    <div role="status" className={word && 'notice-changed'}>
      {word && <Sentence word={word} />}
    </div>
  );
}

/**
 * When the applicant last agreed to an earlier version of the examination's notice, ISO 8601 UTC; undefined without
 * such an agreement, after one to the current version, and while it is unknown.
 */
function useAgreedBefore({ version }: Notice): string | undefined {
  const year = useExamination().examination?.examine_year;
  const agreed = useConsents()?.filter((each) => each.agreed && each.notice_id === year) ?? [];
  const [latest] = agreed.sort((one, other) => other.version - one.version);
  return latest && latest.version < version ? latest.at : undefined;
}
