import { Banner, Button, dateTimeText, Paragraph } from '@archaka/platform';
import { formMessages, otherDraftMessage, restoredMessage } from '../messages.ts';
import { RestoredNotice } from './restored-notice.tsx';
import type { useLocalDraft } from './use-local-draft.ts';

interface LocalDraftNoticesProps {
  localDraft: ReturnType<typeof useLocalDraft>;
  /** Whether there is a draft on the server. */
  hasDraft: boolean;
}

/** Says, above the form, what of it comes from this device and what else is here. */
export function LocalDraftNotices({ localDraft, hasDraft }: LocalDraftNoticesProps) {
  const { restored, offered } = localDraft;
  return (
    <>
      {offered && (
        <Banner tone="warning" title={formMessages.twoForms}>
          <Paragraph word={otherDraftMessage(dateTimeText(offered.typedAt))} />
          <div className="row">
            <Button word={formMessages.continueWithTyped} onClick={() => localDraft.acceptOffered(offered)} />
            <Button
              word={formMessages.continueWithSaved}
              onClick={() => localDraft.discardOffered(offered)}
            />
          </div>
        </Banner>
      )}
      {restored && (
        <RestoredNotice
          message={restoredMessage(dateTimeText(restored.typedAt))}
          hasDraft={hasDraft}
          onStartAgain={localDraft.restartFromDraft}
        />
      )}
    </>
  );
}
