import { TextField, useFormContext, useWatch, words } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { useErrorOf } from '../form/use-error-of.ts';
import { formWords } from '../words.ts';
import { CheckDigitHint } from './check-digit-hint.tsx';
import { useAadhaarCheck } from './use-aadhaar-check.ts';

/** The Aadhaar number, asked about as soon as it is whole. */
export function AadhaarField() {
  const { register } = useFormContext<FormValues>();
  const errorOf = useErrorOf();
  const check = useAadhaarCheck();
  const aadhaar = useWatch<FormValues, 'aadhar'>({ name: 'aadhar' });
  return (
    <div className="field">
      <TextField
        label={words.aadhaarNumber}
        hint={formWords.aadhaarHint}
        digits={12}
        autoComplete="off"
        error={errorOf('aadhar')}
        {...register('aadhar', { onChange: ({ target }) => check(target.value) })}
      />
      <CheckDigitHint aadhaar={aadhaar} />
    </div>
  );
}
