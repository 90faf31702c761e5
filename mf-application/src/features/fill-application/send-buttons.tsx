import { Button, words } from '@archaka/platform';
import { ClearButton } from './clear-button.tsx';
import type { Sending } from './use-sending.ts';

interface SendButtonsProps {
  /** What is being sent. */
  running: Sending | undefined;
  onSave: () => void;
  onPay: () => void;
  onClear: () => void;
}

/** What can be done before payment; Enter in a field does none of it by accident. */
export function SendButtons({ running, onSave, onPay, onClear }: SendButtonsProps) {
  return (
    <div className="row">
      <Button tone="main" word={words.confirmToPay} busy={running === 'pay'} onClick={onPay} />
      <Button word={words.save} busy={running === 'save'} onClick={onSave} />
      <ClearButton disabled={running !== undefined} onClear={onClear} />
    </div>
  );
}
