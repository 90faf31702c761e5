import { Button, words } from '@archaka/platform';
import { ClearButton } from './clear-button.tsx';
import type { SubmitAction } from './use-submit.ts';

interface FormActionsProps {
  /** What is being sent. */
  running: SubmitAction | undefined;
  onSave: () => void;
  onPay: () => void;
  onClear: () => void;
}

/** What can be done before payment; Enter in a field does none of it by accident. */
export function FormActions({ running, onSave, onPay, onClear }: FormActionsProps) {
  return (
    <div className="row">
      <Button tone="main" word={words.confirmToPay} busy={running === 'pay'} onClick={onPay} />
      <Button word={words.save} busy={running === 'save'} onClick={onSave} />
      <ClearButton disabled={running !== undefined} onClear={onClear} />
    </div>
  );
}
