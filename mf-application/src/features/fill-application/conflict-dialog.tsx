import { Button, Dialog, Paragraph } from '@archaka/platform';
import { formMessages } from '../../messages.ts';

interface ConflictDialogProps {
  /** Nothing is decided: the form stays as it is. */
  onClose: () => void;
  onLoadNewer: () => void;
  onSubmitMine: () => void;
}

/** Asks which of two forms goes on, when the draft was saved elsewhere meanwhile. */
export function ConflictDialog({ onClose, onLoadNewer, onSubmitMine }: ConflictDialogProps) {
  return (
    <Dialog open onClose={onClose} title={formMessages.savedElsewhere}>
      <Paragraph word={formMessages.savedElsewhereExplanation} />
      <div className="row">
        <Button tone="main" word={formMessages.loadNewer} onClick={onLoadNewer} />
        <Button word={formMessages.continueWithMine} onClick={onSubmitMine} />
      </div>
    </Dialog>
  );
}
