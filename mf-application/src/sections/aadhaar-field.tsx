import {
  Sentence,
  sayError,
  TextField,
  toast,
  useFormContext,
  useNotice,
  useWatch,
  words,
} from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import { useCheckAadhaarMutation } from '../application-api.ts';
import type { FormValues } from '../form/form-values.ts';
import { useFieldError } from '../form/use-field-error.ts';
import { formMessages } from '../messages.ts';
import { CheckDigitHint } from './check-digit-hint.tsx';

const AADHAAR_LENGTH = 12;
const conflictError = { type: 'taken', message: 'Aadhar Number Already Exists' } as const;

const RETRY_MS = 10_000;

/** Asks whether another application holds an Aadhaar number once it is whole; such a one is cleared. */
function useAadhaarCheck() {
  const { getValues, getFieldState, setValue, setError, setFocus, clearErrors } =
    useFormContext<FormValues>();
  const [checkAadhaar] = useCheckAadhaarMutation();
  const lastChecked = useRef(getValues('aadhar'));
  const [hasFailed, setFailed] = useState(false);

  const check = async (aadhar: string) => {
    if (getFieldState('aadhar').error?.type === conflictError.type) clearErrors('aadhar');
    if (aadhar.length < AADHAAR_LENGTH || aadhar === lastChecked.current) return;
    lastChecked.current = aadhar;
    const { data, error } = await checkAadhaar({ aadhar });
    if (error && 'kind' in error && error.kind === 'too-many') sayError(error);
    else setFailed(error !== undefined);
    if (error) lastChecked.current = '';
    if (data?.status !== 421 || getValues('aadhar') !== aadhar) return;
    lastChecked.current = '';
    toast(conflictError.message);
    setValue('aadhar', '', { shouldDirty: true });
    setError('aadhar', conflictError);
    setFocus('aadhar');
  };
  const retry = () => {
    if (hasFailed) void check(getValues('aadhar'));
  };
  useNotice('updates-connected', retry);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer for as long as it fails
  useEffect(() => {
    const timer = hasFailed ? setInterval(retry, RETRY_MS) : undefined;
    return () => clearInterval(timer);
  }, [hasFailed]);
  return { check, hasFailed };
}

export function AadhaarField() {
  const { register } = useFormContext<FormValues>();
  const findError = useFieldError();
  const { check, hasFailed } = useAadhaarCheck();
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
      <p className="hint" role="status">
        {hasFailed && <Sentence word={formMessages.aadhaarNotChecked} />}
      </p>
    </div>
  );
}
