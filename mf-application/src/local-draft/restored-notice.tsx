import { Banner, Button, ConfirmDialog, Paragraph, type Word } from '@archaka/platform';
import { useState } from 'react';
import { formMessages } from '../messages.ts';

interface RestoredNoticeProps {
  /** What was filled in again, and of when. */
  message: Word;
  hasDraft: boolean;
  onStartAgain: () => void;
}

/** Says quietly that the form holds what was typed before, and gives a way back. */
export function RestoredNotice({ message, hasDraft, onStartAgain }: RestoredNoticeProps) {
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
