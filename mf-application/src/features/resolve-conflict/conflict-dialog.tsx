import './catalogs.ts';
import { Button, Dialog, Paragraph } from '@archaka/platform';
import { conflictMessages } from './conflict-messages.ts';

interface ConflictDialogProps {
  /** Nothing is decided: the form stays as it is. */
  onClose: () => void;
  onLoadNewer: () => void;
  onSubmitMine: () => void;
}

/** Asks which of two forms goes on, when the draft was saved elsewhere meanwhile. */
export function ConflictDialog({ onClose, onLoadNewer, onSubmitMine }: ConflictDialogProps) {
  return (
    <Dialog open onClose={onClose} title={conflictMessages.savedElsewhere}>
      <Paragraph word={conflictMessages.savedElsewhereExplanation} />
      <div className="row">
        <Button tone="main" word={conflictMessages.loadNewer} onClick={onLoadNewer} />
        <Button word={conflictMessages.continueWithMine} onClick={onSubmitMine} />
      </div>
    </Dialog>
  );
}
