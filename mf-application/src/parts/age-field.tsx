import { ageOn, indianDay, isRealDate } from '@archaka/contracts';
import { TextField, useWatch, words } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { formWords } from '../words.ts';

/** Full years today, computed from the date of birth. */
export function AgeField() {
  const dob = useWatch<FormValues, 'dob'>({ name: 'dob' });
  const today = indianDay(new Date());
  const age = isRealDate(dob) && dob <= today ? String(ageOn(dob, today)) : '';
  return <TextField name="age" label={words.age} hint={formWords.ageHint} value={age} readOnly />;
}
