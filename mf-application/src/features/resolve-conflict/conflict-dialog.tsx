import './catalogs.ts';
import { Button, Dialog, Paragraph } from '@archaka/platform';
import { conflictMessages } from './conflict-messages.ts';

interface ConflictDialogProps {
  /** Closes without a decision: the form stays unchanged. */
  onClose: () => void;
  onLoadNewer: () => void;
  onSubmitMine: () => void;
}

/** Asks which form to continue when the draft was saved elsewhere meanwhile. */
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
