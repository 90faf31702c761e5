import { RadioGroup, SelectField, useFormContext, words } from '@archaka/platform';
import type { FormSetting } from '../form/form-setting.ts';
import type { FormValues } from '../form/form-values.ts';
import { useErrorOf } from '../form/use-error-of.ts';
import { formWords } from '../words.ts';
import { EarlierExamination } from './earlier-examination.tsx';
import { agamaOptions, districtOptions, examTypeOptions, regularityOptions } from './options.ts';
import { Part } from './part.tsx';
import { parts } from './parts.ts';

export function YourExamination({ examination, districts }: Pick<FormSetting, 'examination' | 'districts'>) {
  const { register } = useFormContext<FormValues>();
  const errorOf = useErrorOf();
  return (
    <Part {...parts.yourExamination}>
      <RadioGroup
        label={words.examType}
        options={examTypeOptions(examination)}
        error={errorOf('exam_type')}
        {...register('exam_type', { deps: 'perviouscertificate' })}
      />
      <RadioGroup
        label={words.regularOrCompartmental}
        options={regularityOptions}
        error={errorOf('exam_regular')}
        {...register('exam_regular', { deps: ['pasthallticket', 'markmemos', 'language'] })}
      />
      <EarlierExamination examination={examination} />
      <SelectField
        label={words.centreDistrict}
        hint={formWords.centreHint}
        options={districtOptions(districts)}
        error={errorOf('centre_district')}
        {...register('centre_district')}
      />
      <SelectField
        label={words.agamamu}
        options={agamaOptions(examination)}
        error={errorOf('agamamu')}
        {...register('agamamu')}
      />
    </Part>
  );
}
