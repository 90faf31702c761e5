import { Banner, Button, ConfirmDialog, Dialog, dateTimeText, Paragraph } from '@archaka/platform';
import { useState } from 'react';
import { formMessages, otherDraftMessage, restoredMessage } from '../messages.ts';
import type { LocalDraft } from './use-local-draft.ts';

interface LocalDraftNoticesProps {
  localDraft: LocalDraft;
  /** Whether the server has a draft. */
  hasDraft: boolean;
}

export function LocalDraftNotices({ localDraft, hasDraft }: LocalDraftNoticesProps) {
  const { restored, offered } = localDraft;
  const [confirming, setConfirming] = useState(false);
  const startAgain = hasDraft ? formMessages.startFromDraft : formMessages.startEmpty;
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
        <Banner tone="info">
          <Paragraph word={restoredMessage(dateTimeText(restored.typedAt))} />
          <div className="row">
            <Button word={startAgain} onClick={() => setConfirming(true)} />
          </div>
          <ConfirmDialog
            open={confirming}
            onClose={() => setConfirming(false)}
            title={startAgain}
            confirm={formMessages.discardTyped}
            onConfirm={localDraft.restartFromDraft}
          >
            <Paragraph word={formMessages.discardTypedExplanation} />
          </ConfirmDialog>
        </Banner>
      )}
    </>
  );
}

interface ConflictDialogProps {
  /** Closes without a decision: the form stays unchanged. */
  dismiss: () => void;
  loadNewer: () => void;
  submitMine: () => void;
}

/** Asks which form to continue when the draft was saved elsewhere meanwhile. */
export const ConflictDialog = ({ dismiss, loadNewer, submitMine }: ConflictDialogProps) => (
  <Dialog open onClose={dismiss} title={formMessages.savedElsewhere}>
    <Paragraph word={formMessages.savedElsewhereExplanation} />
    <div className="row">
      <Button tone="main" word={formMessages.loadNewer} onClick={loadNewer} />
      <Button word={formMessages.continueWithMine} onClick={submitMine} />
    </div>
  </Dialog>
);
