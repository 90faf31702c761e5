import { type useForm, useNotice } from '@archaka/platform';
import { useEffect } from 'react';
import type { FormValues } from '../form/form-values.ts';
import type { Autosave } from './autosave.ts';

/** Keeps the form on the device as it is typed, until the applicant leaves or has sent it in, in whichever tab. */
export function useAutosave({ subscribe }: ReturnType<typeof useForm<FormValues>>, autosave: Autosave): void {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => autosave.schedule(values) }),
    [subscribe, autosave],
  );
  useEffect(() => {
    addEventListener('pagehide', autosave.flush);
    document.addEventListener('visibilitychange', autosave.flush);
    return () => {
      removeEventListener('pagehide', autosave.flush);
      document.removeEventListener('visibilitychange', autosave.flush);
    };
  }, [autosave]);
  useNotice('signed-out', autosave.stopAndClear);
  useNotice('application-changed', autosave.stopAndClear);
}
