import { SelectField, useFormContext, useWatch, words } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import type { ReferenceData } from '../form/reference-data.ts';
import { useFieldError } from '../form/use-field-error.ts';
import { formMessages } from '../messages.ts';
import { FormSection } from './form-section.tsx';
import { FreeTextField } from './free-text-field.tsx';
import { toDistrictOptions, toMandalOptions } from './options.ts';
import { sections } from './sections.ts';

export function AddressSection({ districts, mandals }: Pick<ReferenceData, 'districts' | 'mandals'>) {
  const { register, setValue, clearErrors } = useFormContext<FormValues>();
  const findError = useFieldError();
  const chosen = useWatch<FormValues, 'district'>({ name: 'district' });
  const district = districts.find(({ distrct_nm }) => distrct_nm === chosen);
  const clearMandal = () => {
    setValue('mandal', '', { shouldDirty: true });
    clearErrors('mandal');
  };
  return (
    <FormSection {...sections.address}>
      <FreeTextField
        name="postal_address"
        label={words.postalAddress}
        multiline
        autoComplete="street-address"
        maxCharacters={500}
      />
      <SelectField
        label={words.district}
        options={toDistrictOptions(districts)}
        error={findError('district')}
        {...register('district', { onChange: clearMandal })}
      />
      <SelectField
        label={words.mandal}
        choose={district ? words.choose : formMessages.districtFirst}
        options={toMandalOptions(mandals, district)}
        error={findError('mandal')}
        {...register('mandal')}
      />
    </FormSection>
  );
}
