import { Button, ConfirmDialog, Paragraph, useFormContext, words } from '@archaka/platform';
import { useState } from 'react';
import { type FormValues, isFilled } from '../../form/form-values.ts';
import { formWords } from '../../words.ts';

/** Empties the form; asks first when there is something to lose. */
export function ClearButton({ onClear }: { onClear: () => void }) {
  const { getValues } = useFormContext<FormValues>();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button word={words.clear} onClick={() => (isFilled(getValues()) ? setAsking(true) : onClear())} />
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
