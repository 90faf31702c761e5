import { sayError, TextField, toast, useFormContext, useWatch, words } from '@archaka/platform';
import { useRef } from 'react';
import { useCheckAadhaarMutation } from '../application-api.ts';
import type { FormValues } from '../form/form-values.ts';
import { useFieldError } from '../form/use-field-error.ts';
import { formMessages } from '../messages.ts';
import { CheckDigitHint } from './check-digit-hint.tsx';

const AADHAAR_LENGTH = 12;
const conflictError = { type: 'taken', message: 'Aadhar Number Already Exists' } as const;

/** Asks whether another application holds an Aadhaar number once it is whole; such a one is cleared. */
function useAadhaarCheck(): (aadhar: string) => Promise<void> {
  const { getValues, getFieldState, setValue, setError, setFocus, clearErrors } =
    useFormContext<FormValues>();
  const [checkAadhaar] = useCheckAadhaarMutation();
  const lastChecked = useRef(getValues('aadhar'));

  return async (aadhar) => {
    if (getFieldState('aadhar').error?.type === conflictError.type) clearErrors('aadhar');
    if (aadhar.length < AADHAAR_LENGTH || aadhar === lastChecked.current) return;
    lastChecked.current = aadhar;
    const { data, error } = await checkAadhaar({ aadhar });
    if (error && 'kind' in error && error.kind === 'too-many') sayError(error);
    if (data?.status !== 421 || getValues('aadhar') !== aadhar) return;
    lastChecked.current = '';
    toast(conflictError.message);
    setValue('aadhar', '', { shouldDirty: true });
    setError('aadhar', conflictError);
    setFocus('aadhar');
  };
}

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
