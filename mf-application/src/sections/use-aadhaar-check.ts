import { sayError, toast, useFormContext } from '@archaka/platform';
import { useRef } from 'react';
import { useCheckAadhaarMutation } from '../application-api.ts';
import type { FormValues } from '../form/form-values.ts';

const AADHAAR_LENGTH = 12;
const conflictError = { type: 'taken', message: 'Aadhar Number Already Exists' } as const;

/** Asks whether another application holds an Aadhaar number once it is whole; such a one is cleared. */
export function useAadhaarCheck(): (aadhar: string) => Promise<void> {
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
