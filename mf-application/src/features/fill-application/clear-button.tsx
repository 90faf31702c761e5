import { Button, ConfirmDialog, Paragraph, useFormContext, words } from '@archaka/platform';
import { useState } from 'react';
import { type FormValues, isFilled } from '../../form/form-values.ts';
import { formWords } from '../../words.ts';

interface ClearButtonProps {
  disabled: boolean;
  onClear: () => void;
}

/** Empties the form; asks first when there is something to lose. */
export function ClearButton({ disabled, onClear }: ClearButtonProps) {
  const { getValues } = useFormContext<FormValues>();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        word={words.clear}
        disabled={disabled}
        onClick={() => (isFilled(getValues()) ? setAsking(true) : onClear())}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={formWords.clearQuestion}
        confirm={words.clear}
        onConfirm={() => {
          setAsking(false);
          onClear();
        }}
      >
        <Paragraph word={formWords.clearMeans} />
      </ConfirmDialog>
    </>
  );
}
