import { Button, Dialog, Paragraph } from '@archaka/platform';
import { formWords } from '../../words.ts';

interface ConflictDialogProps {
  /** Nothing is decided: the form stays as it is. */
  onClose: () => void;
  onTakeNewer: () => void;
  onSendMine: () => void;
}

/** Asks which of two forms goes on, when the draft was saved elsewhere meanwhile. */
export function ConflictDialog({ onClose, onTakeNewer, onSendMine }: ConflictDialogProps) {
  return (
    <Dialog open onClose={onClose} title={formWords.savedElsewhere}>
      <Paragraph word={formWords.savedElsewhereMeans} />
      <div className="row">
        <Button tone="main" word={formWords.takeNewer} onClick={onTakeNewer} />
        <Button word={formWords.goOnWithMine} onClick={onSendMine} />
      </div>
    </Dialog>
  );
}
