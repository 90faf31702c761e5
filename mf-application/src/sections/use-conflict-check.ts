import type { ApplicationForm } from '@archaka/contracts/calls';
import { sayError, toast, useFormContext, useNotice } from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import { applicationApi } from '../application-api.ts';
import type { FormValues } from '../form/form-values.ts';

const RETRY_MS = 10_000;
const CONFLICT = 'conflict';

interface ConflictCheckOptions {
  field: 'aadhar' | 'identity_number';
  /** English message for a number that another application holds. */
  message: string;
  /** Undefined until the number is complete. */
  toRequest: (
    value: string,
  ) => Pick<ApplicationForm, 'aadhar' | 'identity_kind' | 'identity_number'> | undefined;
}

/** Checks whether another application holds a complete number, and clears such a number. */
export function useConflictCheck({ field, message, toRequest }: ConflictCheckOptions) {
  const { getValues, getFieldState, setValue, setError, setFocus, clearErrors } =
    useFormContext<FormValues>();
  const [checkAadhaar] = applicationApi.useCheckAadhaarMutation();
  const lastChecked = useRef(getValues(field));
  const [hasFailed, setFailed] = useState(false);

  const check = async (value: string) => {
    if (getFieldState(field).error?.type === CONFLICT) clearErrors(field);
    const request = toRequest(value);
    if (!request || value === lastChecked.current) return;
    lastChecked.current = value;
    const { data, error } = await checkAadhaar(request);
    if (error && 'kind' in error && error.kind === 'too-many') sayError(error);
    else setFailed(error !== undefined);
    if (error) lastChecked.current = '';
    if (data?.status !== 421 || getValues(field) !== value) return;
    lastChecked.current = '';
    toast(message);
    setValue(field, '', { shouldDirty: true });
    setError(field, { type: CONFLICT, message });
    setFocus(field);
  };
  const retry = () => {
    if (hasFailed) void check(getValues(field));
  };
  useNotice('updates-connected', retry);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer while the check fails
  useEffect(() => {
    const timer = hasFailed ? setInterval(retry, RETRY_MS) : undefined;
    return () => clearInterval(timer);
  }, [hasFailed]);
  return { check, hasFailed };
}
