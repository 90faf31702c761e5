import { Button, words } from '@archaka/platform';
import type { ReactNode } from 'react';
import type { Sending } from './use-sending.ts';

interface SendButtonsProps {
  /** What is being sent. */
  running: Sending | undefined;
  onSave: () => void;
  onPay: () => void;
  children: ReactNode;
}

/** What can be done before payment; Enter in a field does none of it by accident. */
export function SendButtons({ running, onSave, onPay, children }: SendButtonsProps) {
  return (
    <div className="row">
      <Button tone="main" word={words.confirmToPay} busy={running === 'pay'} onClick={onPay} />
      <Button word={words.save} busy={running === 'save'} onClick={onSave} />
      {children}
    </div>
  );
}
