import {
  CheckboxGroup,
  type PublicExamination,
  RadioGroup,
  SelectField,
  TextField,
  useFormContext,
  words,
} from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import type { ReferenceData } from '../form/reference-data.ts';
import { useRevealedFields } from '../form/revealed-fields.ts';
import { useFieldError } from '../form/use-field-error.ts';
import { formMessages } from '../messages.ts';
import { FormSection } from './form-section.tsx';
import {
  regularityOptions,
  toAgamaOptions,
  toDistrictOptions,
  toExamTypeOptions,
  toLanguageOptions,
} from './options.ts';
import { sections } from './sections.ts';

const MAX_HALL_TICKET_LENGTH = 40;

function EarlierExamination({ examination }: { examination: PublicExamination }) {
  const { register } = useFormContext<FormValues>();
  const findError = useFieldError();
  const { compartmental, earlierExamination } = useRevealedFields(examination);
  return (
    <>
      {earlierExamination && (
        <TextField
          label={words.previousHallTicket}
          hint={compartmental ? undefined : formMessages.ifYouHaveIt}
          digits={MAX_HALL_TICKET_LENGTH}
          autoComplete="off"
          error={findError('pasthallticket')}
          {...register('pasthallticket')}
        />
      )}
      {compartmental && (
        <CheckboxGroup
          label={words.languages}
          hint={formMessages.languagesHint}
          options={toLanguageOptions(examination)}
          error={findError('language')}
          {...register('language')}
        />
      )}
    </>
  );
}

export function ExaminationSection({
  examination,
  districts,
}: Pick<ReferenceData, 'examination' | 'districts'>) {
  const { register } = useFormContext<FormValues>();
  const findError = useFieldError();
  return (
    <FormSection {...sections.examination}>
      <RadioGroup
        label={words.examType}
        options={toExamTypeOptions(examination)}
        error={findError('exam_type')}
        {...register('exam_type', { deps: 'perviouscertificate' })}
      />
      <RadioGroup
        label={words.regularOrCompartmental}
        options={regularityOptions}
        error={findError('exam_regular')}
        {...register('exam_regular', { deps: ['pasthallticket', 'markmemos', 'language'] })}
      />
      <EarlierExamination examination={examination} />
      <SelectField
        label={words.centreDistrict}
        hint={formMessages.centreHint}
        options={toDistrictOptions(districts)}
        error={findError('centre_district')}
        {...register('centre_district')}
      />
      <SelectField
        label={words.agamamu}
        options={toAgamaOptions(examination)}
        error={findError('agamamu')}
        {...register('agamamu')}
      />
    </FormSection>
  );
}
