import { CheckboxGroup, type PublicExamination, TextField, useFormContext, words } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { useFieldError } from '../form/use-field-error.ts';
import { useRevealedFields } from '../form/use-revealed-fields.ts';
import { formMessages } from '../messages.ts';
import { toLanguageOptions } from './options.ts';

const MAX_HALL_TICKET_LENGTH = 40;

/** What is asked of those who have sat an earlier examination. */
export function EarlierExamination({ examination }: { examination: PublicExamination }) {
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
