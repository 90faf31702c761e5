import { calculateAge, isRealDate, toIndianDay } from '@archaka/contracts';
import { TextField, useWatch, words } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { formMessages } from '../messages.ts';

/** Full years today, computed from the date of birth. */
export function AgeField() {
  const dob = useWatch<FormValues, 'dob'>({ name: 'dob' });
  const today = toIndianDay(new Date());
  const age = isRealDate(dob) && dob <= today ? String(calculateAge(dob, today)) : '';
  return <TextField name="age" label={words.age} hint={formMessages.ageHint} value={age} readOnly />;
}
