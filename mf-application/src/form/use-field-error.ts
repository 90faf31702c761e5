import { useFormContext } from '@archaka/platform';
import type { FormValues } from './form-values.ts';

export function useFieldError(): (field: keyof FormValues) => string | undefined {
  const { errors } = useFormContext<FormValues>().formState;
  return (field) => {
    const message = errors[field]?.message;
    return typeof message === 'string' ? message : undefined;
  };
}
