import { Banner, Button, ConfirmDialog, Paragraph, type Word } from '@archaka/platform';
import { useState } from 'react';
import { formWords } from '../words.ts';

interface RefilledNoteProps {
  /** What was filled in again, and of when. */
  word: Word;
  hasDraft: boolean;
  onStartAgain: () => void;
}

/** Says quietly that the form holds what was typed before, and gives a way back. */
export function RefilledNote({ word, hasDraft, onStartAgain }: RefilledNoteProps) {
  const [asking, setAsking] = useState(false);
  const startAgain = hasDraft ? formWords.startFromDraft : formWords.startEmpty;
  return (
    <Banner tone="info">
      <Paragraph word={word} />
      <div className="row">
        <Button word={startAgain} onClick={() => setAsking(true)} />
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={startAgain}
        confirm={formWords.dropTyped}
        onConfirm={onStartAgain}
      >
        <Paragraph word={formWords.dropTypedMeans} />
      </ConfirmDialog>
    </Banner>
  );
}
