import { TextField, useFormContext, useWatch, words } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { useFieldError } from '../form/use-field-error.ts';
import { formMessages } from '../messages.ts';
import { CheckDigitHint } from './check-digit-hint.tsx';
import { useAadhaarCheck } from './use-aadhaar-check.ts';

/** The Aadhaar number, asked about as soon as it is whole. */
export function AadhaarField() {
  const { register } = useFormContext<FormValues>();
  const findError = useFieldError();
  const check = useAadhaarCheck();
  const aadhaar = useWatch<FormValues, 'aadhar'>({ name: 'aadhar' });
  return (
    <div className="field">
      <TextField
        label={words.aadhaarNumber}
        hint={formMessages.aadhaarHint}
        digits={12}
        autoComplete="off"
        error={findError('aadhar')}
        {...register('aadhar', { onChange: ({ target }) => check(target.value) })}
      />
      <CheckDigitHint aadhaar={aadhaar} />
    </div>
  );
}
