import { type useForm, useNotice } from '@archaka/platform';
import { useEffect } from 'react';
import type { FormValues } from '../form/form-values.ts';
import type { Keeper } from './keeper.ts';

/** Keeps the form on the device as it is typed, until the applicant leaves or has sent it in, in whichever tab. */
export function useKeeping({ subscribe }: ReturnType<typeof useForm<FormValues>>, keeper: Keeper): void {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keeper.typed(values) }),
    [subscribe, keeper],
  );
  useEffect(() => {
    addEventListener('pagehide', keeper.flush);
    document.addEventListener('visibilitychange', keeper.flush);
    return () => {
      removeEventListener('pagehide', keeper.flush);
      document.removeEventListener('visibilitychange', keeper.flush);
    };
  }, [keeper]);
  useNotice('signed-out', keeper.end);
  useNotice('application-changed', keeper.end);
}
