import { addCatalogs, Button, Dialog, Paragraph, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

const messages = {
  savedElsewhere: msg`The form was saved elsewhere meanwhile`,
  savedElsewhereExplanation: msg`It was saved in another window or on another device since you began here. Take what was saved there, and what you typed here will be offered to you again; or go on with yours, which then takes its place.`,
  loadNewer: msg`Take the newer saved one`,
  continueWithMine: msg`Go on with mine`,
} as const satisfies Record<string, Word>;

interface ConflictDialogProps {
  /** Closes without a decision: the form stays unchanged. */
  onClose: () => void;
  onLoadNewer: () => void;
  onSubmitMine: () => void;
}

/** Asks which form to continue when the draft was saved elsewhere meanwhile. */
export function ConflictDialog({ onClose, onLoadNewer, onSubmitMine }: ConflictDialogProps) {
  return (
    <Dialog open onClose={onClose} title={messages.savedElsewhere}>
      <Paragraph word={messages.savedElsewhereExplanation} />
      <div className="row">
        <Button tone="main" word={messages.loadNewer} onClick={onLoadNewer} />
        <Button word={messages.continueWithMine} onClick={onSubmitMine} />
      </div>
    </Dialog>
  );
}
