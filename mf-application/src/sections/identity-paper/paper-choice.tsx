import { inBoth, type PublicExamination, RadioGroup, useFormContext } from '@archaka/platform';
import type { FormValues } from '../../form/form-values.ts';
import { useFieldError } from '../../form/use-field-error.ts';
import { anotherPaperMessage, identityPaperMessages } from './identity-paper-messages.ts';

export type Papers = NonNullable<PublicExamination['identity_papers']>;

export function PaperChoice({ papers }: { papers: Papers }) {
  const { register, setValue, clearErrors } = useFormContext<FormValues>();
  const findError = useFieldError();
  /** Clears the number, which belongs to one paper. */
  const clearNumbers = () => {
    setValue('aadhar', '', { shouldDirty: true });
    setValue('identity_number', '', { shouldDirty: true });
    clearErrors(['aadhar', 'identity_kind', 'identity_number']);
  };
  return (
    <RadioGroup
      label={identityPaperMessages.identity}
      hint={identityPaperMessages.choiceHint}
      options={[{ value: '', label: identityPaperMessages.aadhaarCard }, ...papers.map(toOption)]}
      error={findError('identity_kind')}
      {...register('identity_kind', { onChange: clearNumbers })}
    />
  );
}

const toOption = ({ kind, name, name_te }: Papers[number]) => ({
  value: kind,
  label: inBoth((language) => anotherPaperMessage({ te: name_te, en: name }[language])),
});
