import { Sentence, TextField, useFormContext, useWatch, words } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { useFieldError } from '../form/use-field-error.ts';
import { formMessages } from '../messages.ts';
import { CheckDigitHint } from './check-digit-hint.tsx';
import { useConflictCheck } from './use-conflict-check.ts';

const AADHAAR_LENGTH = 12;

export function AadhaarField() {
  const { register } = useFormContext<FormValues>();
  const findError = useFieldError();
  const { check, hasFailed } = useConflictCheck({
    field: 'aadhar',
    message: 'Aadhar Number Already Exists',
    toRequest: (aadhar) => (aadhar.length === AADHAAR_LENGTH ? { aadhar } : undefined),
  });
  const aadhaar = useWatch<FormValues, 'aadhar'>({ name: 'aadhar' });
  return (
    <div className="field">
      <TextField
        label={words.aadhaarNumber}
        hint={formMessages.aadhaarHint}
        digits={AADHAAR_LENGTH}
        autoComplete="off"
        error={findError('aadhar')}
        {...register('aadhar', { onChange: ({ target }) => check(target.value) })}
      />
      <CheckDigitHint aadhaar={aadhaar} />
      <p className="hint" role="status">
        {hasFailed && <Sentence word={formMessages.aadhaarNotChecked} />}
      </p>
    </div>
  );
}
