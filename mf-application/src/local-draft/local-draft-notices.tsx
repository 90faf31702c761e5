import { Banner, Button, ConfirmDialog, dateTimeText, Paragraph, type Word } from '@archaka/platform';
import { useState } from 'react';
import { formMessages, otherDraftMessage, restoredMessage } from '../messages.ts';
import type { useLocalDraft } from './use-local-draft.ts';

interface RestoredNoticeProps {
  message: Word;
  hasDraft: boolean;
  onStartAgain: () => void;
}

function RestoredNotice({ message, hasDraft, onStartAgain }: RestoredNoticeProps) {
  const [confirming, setConfirming] = useState(false);
  const startAgain = hasDraft ? formMessages.startFromDraft : formMessages.startEmpty;
  return (
    <Banner tone="info">
      <Paragraph word={message} />
      <div className="row">
        <Button word={startAgain} onClick={() => setConfirming(true)} />
      </div>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={startAgain}
        confirm={formMessages.discardTyped}
        onConfirm={onStartAgain}
      >
        <Paragraph word={formMessages.discardTypedExplanation} />
      </ConfirmDialog>
    </Banner>
  );
}

interface LocalDraftNoticesProps {
  localDraft: ReturnType<typeof useLocalDraft>;
  /** Whether the server has a draft. */
  hasDraft: boolean;
}

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
