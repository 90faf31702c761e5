import { Button, ConfirmDialog, Paragraph, useFormContext, words } from '@archaka/platform';
import { useState } from 'react';
import { type FormValues, isFilled } from '../../form/form-values.ts';
import { formMessages } from '../../messages.ts';

interface ClearButtonProps {
  disabled: boolean;
  onClear: () => void;
}

/** Empties the form; asks first when there is something to lose. */
export function ClearButton({ disabled, onClear }: ClearButtonProps) {
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
