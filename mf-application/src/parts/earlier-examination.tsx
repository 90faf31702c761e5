import { CheckboxGroup, type PublicExamination, TextField, useFormContext, words } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { useErrorOf } from '../form/use-error-of.ts';
import { useRevealed } from '../form/use-revealed.ts';
import { formWords } from '../words.ts';
import { languageOptions } from './options.ts';

const longestHallTicket = 40;

/** What is asked of those who have sat an earlier examination. */
export function EarlierExamination({ examination }: { examination: PublicExamination }) {
  const { register } = useFormContext<FormValues>();
  const errorOf = useErrorOf();
  const { compartmental, earlierExamination } = useRevealed(examination);
  return (
    <>
      {earlierExamination && (
        <TextField
          label={words.previousHallTicket}
          hint={compartmental ? undefined : formWords.ifYouHaveIt}
          digits={longestHallTicket}
          autoComplete="off"
          error={errorOf('pasthallticket')}
          {...register('pasthallticket')}
        />
      )}
      {compartmental && (
        <CheckboxGroup
          label={words.languages}
          hint={formWords.languagesHint}
          options={languageOptions(examination)}
          error={errorOf('language')}
          {...register('language')}
        />
      )}
    </>
  );
}
