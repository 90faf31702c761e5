import { findIdentityPaper, identityPaperConflict } from '@archaka/contracts/calls';
import {
  type PublicExamination,
  Sentence,
  TextField,
  toLatinDigits,
  useFormContext,
  useWatch,
} from '@archaka/platform';
import type { FormValues } from '../../form/form-values.ts';
import { useFieldError } from '../../form/use-field-error.ts';
import { useConflictCheck } from '../use-conflict-check.ts';
import { exampleMessage, identityPaperMessages } from './identity-paper-messages.ts';

export function PaperNumber({ examination }: { examination: PublicExamination }) {
  const { register } = useFormContext<FormValues>();
  const findError = useFieldError();
  const identity_kind = useWatch<FormValues, 'identity_kind'>({ name: 'identity_kind' });
  const { check, hasFailed } = useConflictCheck({
    field: 'identity_number',
    message: identityPaperConflict,
    toRequest: (identity_number) => {
      const request = { aadhar: '', identity_kind, identity_number };
      return findIdentityPaper(request, examination) && request;
    },
  });
  const example = examination.identity_papers?.find(({ kind }) => kind === identity_kind)?.example;
  return (
    <div className="field">
      <TextField
        label={identityPaperMessages.paperNumber}
        {...(example && { hint: exampleMessage(example) })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={findError('identity_number')}
        {...register('identity_number', {
          setValueAs: toLatinDigits,
          onChange: ({ target }) => check(toLatinDigits(target.value)),
        })}
      />
      <p className="hint" role="status">
        {hasFailed && <Sentence word={identityPaperMessages.notChecked} />}
      </p>
    </div>
  );
}
