import {
  Banner,
  Button,
  Checkbox,
  ConfirmDialog,
  Dialog,
  dateTimeText,
  Paragraph,
  type Word,
} from '@archaka/platform';
import { useState } from 'react';
import { formMessages, otherDraftMessage, otherFormMessage, restoredMessage } from '../messages.ts';
import type { LocalDraft } from './use-local-draft.ts';

interface LocalDraftNoticesProps {
  localDraft: LocalDraft;
  /** Whether the server has a draft. */
  hasDraft: boolean;
}

export function LocalDraftNotices({ localDraft, hasDraft }: LocalDraftNoticesProps) {
  const { restored, offered, service } = localDraft;
  const { other } = service;
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
      {other && (
        <Banner tone="warning" title={formMessages.typedElsewhere}>
          <Paragraph word={otherFormMessage(dateTimeText(other.typedAt))} />
          <div className="row">
            <Button word={formMessages.acceptOther} onClick={() => localDraft.acceptOther(other)} />
            <Button word={formMessages.continueHere} onClick={localDraft.replaceOther} />
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

/** The applicant's choice whether what is typed is stored at the service, and how far it is. */
export function ServiceCopyChoice({ localDraft }: Pick<LocalDraftNoticesProps, 'localDraft'>) {
  const { isOn, isSent, other } = localDraft.service;
  return (
    <Checkbox
      name="store_typed"
      label={formMessages.storeTyped}
      hint={describeServiceCopy({ isOn, isSent: isSent && !other })}
      checked={isOn}
      onChange={({ target }) => localDraft.turnServiceCopy(target.checked)}
    />
  );
}

function describeServiceCopy({ isOn, isSent }: { isOn: boolean; isSent: boolean }): Word {
  if (!isOn) return formMessages.storedHereOnly;
  return isSent ? formMessages.storedAtService : formMessages.notYetSent;
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
