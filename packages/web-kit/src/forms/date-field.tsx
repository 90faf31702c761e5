import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { useBlurAfterPointer } from './use-blur-after-pointer.ts';

export type DateFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'name' | 'type'>;

/** A day of the calendar, yyyy-mm-dd. */
export function DateField({ name, label, hint, error, onBlur, ...native }: DateFieldProps) {
  const handleBlur = useBlurAfterPointer(onBlur);
  return (
    <Field name={name} label={label} hint={hint} error={error}>
      {(control) => (
        <input {...native} {...control} type="date" className="input input-date" onBlur={handleBlur} />
      )}
    </Field>
  );
}
