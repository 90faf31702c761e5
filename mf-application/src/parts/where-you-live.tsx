import { SelectField, useFormContext, useWatch, words } from '@archaka/platform';
import type { FormSetting } from '../form/form-setting.ts';
import type { FormValues } from '../form/form-values.ts';
import { useErrorOf } from '../form/use-error-of.ts';
import { formWords } from '../words.ts';
import { FreeTextField } from './free-text-field.tsx';
import { districtOptions, mandalOptions } from './options.ts';
import { Part } from './part.tsx';
import { parts } from './parts.ts';

export function WhereYouLive({ districts, mandals }: Pick<FormSetting, 'districts' | 'mandals'>) {
  const { register, setValue, clearErrors } = useFormContext<FormValues>();
  const errorOf = useErrorOf();
  const chosen = useWatch<FormValues, 'district'>({ name: 'district' });
  const district = districts.find(({ distrct_nm }) => distrct_nm === chosen);
  const clearMandal = () => {
    setValue('mandal', '', { shouldDirty: true });
    clearErrors('mandal');
  };
  return (
    <Part {...parts.whereYouLive}>
      <FreeTextField
        name="postal_address"
        label={words.postalAddress}
        multiline
        autoComplete="street-address"
        most={500}
      />
      <SelectField
        label={words.district}
        options={districtOptions(districts)}
        error={errorOf('district')}
        {...register('district', { onChange: clearMandal })}
      />
      <SelectField
        label={words.mandal}
        choose={district ? words.choose : formWords.districtFirst}
        options={mandalOptions(mandals, district)}
        error={errorOf('mandal')}
        {...register('mandal')}
      />
    </Part>
  );
}
