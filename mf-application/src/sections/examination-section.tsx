import { RadioGroup, SelectField, useFormContext, words } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import type { ReferenceData } from '../form/reference-data.ts';
import { useFieldError } from '../form/use-field-error.ts';
import { formMessages } from '../messages.ts';
import { EarlierExamination } from './earlier-examination.tsx';
import { FormSection } from './form-section.tsx';
import { regularityOptions, toAgamaOptions, toDistrictOptions, toExamTypeOptions } from './options.ts';
import { sections } from './sections.ts';

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
