import { DateField, type PublicExamination, TextField, useFormContext, words } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { useErrorOf } from '../form/use-error-of.ts';
import { formWords } from '../words.ts';
import { AadhaarField } from './aadhaar-field.tsx';
import { AgeField } from './age-field.tsx';
import { FreeTextField } from './free-text-field.tsx';
import { Part } from './part.tsx';
import { parts } from './parts.ts';

const longestName = 200;

export function WhoYouAre({ examination }: { examination: PublicExamination }) {
  const { register } = useFormContext<FormValues>();
  const errorOf = useErrorOf();
  return (
    <Part {...parts.whoYouAre}>
      <TextField
        label={words.mobileNumber}
        hint={formWords.numberHint}
        digits={10}
        type="tel"
        readOnly
        error={errorOf('number')}
        {...register('number')}
      />
      <AadhaarField />
      <FreeTextField name="name" label={words.name} autoComplete="name" most={longestName} />
      <FreeTextField name="father_name" label={words.fatherName} autoComplete="off" most={longestName} />
      <DateField
        label={words.dateOfBirth}
        autoComplete="bday"
        min="1900-01-01"
        max={examination.latest_dob}
        error={errorOf('dob')}
        {...register('dob')}
      />
      <AgeField />
    </Part>
  );
}
