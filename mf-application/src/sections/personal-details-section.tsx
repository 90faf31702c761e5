import { calculateAge, isRealDate, toIndianDay } from '@archaka/contracts/calls';
import {
  DateField,
  dateText,
  type PublicExamination,
  TextField,
  useFormContext,
  useWatch,
  words,
} from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { useFieldError } from '../form/use-field-error.ts';
import { dobHint, formMessages } from '../messages.ts';
import { FormSection } from './form-section.tsx';
import { FreeTextField } from './free-text-field.tsx';
import { IdentityField } from './identity-field.tsx';
import { sections } from './sections.ts';

/** Full years today, computed from the date of birth. */
function AgeField() {
  const dob = useWatch<FormValues, 'dob'>({ name: 'dob' });
  const today = toIndianDay(new Date());
  const age = isRealDate(dob) && dob <= today ? String(calculateAge(dob, today)) : '';
  return <TextField name="age" label={words.age} hint={formMessages.ageHint} value={age} readOnly />;
}

const MAX_NAME_LENGTH = 200;

export function PersonalDetailsSection({ examination }: { examination: PublicExamination }) {
  const { register } = useFormContext<FormValues>();
  const findError = useFieldError();
  return (
    <FormSection {...sections.personalDetails}>
      <TextField
        label={words.mobileNumber}
        hint={formMessages.numberHint}
        digits={10}
        type="tel"
        readOnly
        error={findError('number')}
        {...register('number')}
      />
      <IdentityField examination={examination} />
      <FreeTextField name="name" label={words.name} autoComplete="name" maxCharacters={MAX_NAME_LENGTH} />
      <FreeTextField
        name="father_name"
        label={words.fatherName}
        autoComplete="off"
        maxCharacters={MAX_NAME_LENGTH}
      />
      <div className="field-pair">
        <DateField
          label={words.dateOfBirth}
          hint={dobHint(dateText(examination.latest_dob))}
          autoComplete="bday"
          min="1900-01-01"
          max={examination.latest_dob}
          error={findError('dob')}
          {...register('dob')}
        />
        <AgeField />
      </div>
    </FormSection>
  );
}
