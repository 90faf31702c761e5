import { Button, ConfirmDialog, Paragraph, useFormContext, words } from '@archaka/platform';
import { useState } from 'react';
import { type FormValues, isFilled } from '../../form/form-values.ts';
import { formMessages } from '../../messages.ts';
import type { SubmitAction } from './submit-request.ts';

interface ClearButtonProps {
  disabled: boolean;
  onClear: () => void;
}

function ClearButton({ disabled, onClear }: ClearButtonProps) {
  const { getValues } = useFormContext<FormValues>();
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button
        word={words.clear}
        disabled={disabled}
        onClick={() => (isFilled(getValues()) ? setConfirming(true) : onClear())}
      />
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={formMessages.clearQuestion}
        confirm={words.clear}
        onConfirm={() => {
          setConfirming(false);
          onClear();
        }}
      >
        <Paragraph word={formMessages.clearExplanation} />
      </ConfirmDialog>
    </>
  );
}

interface FormActionsProps {
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
