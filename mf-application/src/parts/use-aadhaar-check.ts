import { sayError, toast, useFormContext } from '@archaka/platform';
import { useRef } from 'react';
import { useCheckAadhaarMutation } from '../application-api.ts';
import type { FormValues } from '../form/form-values.ts';

const WHOLE = 12;
const taken = { type: 'taken', message: 'Aadhar Number Already Exists' } as const;

/** Asks whether another application holds an Aadhaar number once it is whole; such a one is cleared. */
export function useAadhaarCheck(): (aadhar: string) => Promise<void> {
  const { getValues, getFieldState, setValue, setError, setFocus, clearErrors } =
    useFormContext<FormValues>();
  const [ask] = useCheckAadhaarMutation();
  const asked = useRef(getValues('aadhar'));

  return async (aadhar) => {
    if (getFieldState('aadhar').error?.type === taken.type) clearErrors('aadhar');
    if (aadhar.length < WHOLE || aadhar === asked.current) return;
    asked.current = aadhar;
    const { data, error } = await ask({ aadhar });
    if (error && 'kind' in error && error.kind === 'too-many') sayError(error);
    if (data?.status !== 421 || getValues('aadhar') !== aadhar) return;
    asked.current = '';
    toast(taken.message);
    setValue('aadhar', '', { shouldDirty: true });
    setError('aadhar', taken);
    setFocus('aadhar');
  };
}
