import { findIdentityPaper, identityPaperConflict } from '@archaka/contracts/calls';
import {
  addCatalogs,
  inBoth,
  type PublicExamination,
  RadioGroup,
  TextField,
  toLatinDigits,
  useFormContext,
  useWatch,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { FormValues } from '../../form/form-values.ts';
import { useField } from '../../form/use-checked-form.ts';
import { FieldStatus } from '../form-section.tsx';
import { useConflictCheck } from '../use-conflict-check.ts';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

const identityPaperMessages = {
  identity: msg`How you show who you are`,
  choiceHint: msg`Bring the original of what you choose to the examination.`,
  aadhaarCard: msg`With my Aadhaar card`,
  paperNumber: msg`Number of the identity paper`,
  notChecked: msg`Whether this number is free could not be asked just now. It is asked again by itself; go on.`,
} as const satisfies Record<string, Word>;

const anotherPaperMessage = (name: string): Word => msg`I use another identity paper: ${name}`;

const exampleMessage = (example: string): Word => msg`As it is printed, for example ${example}`;

/** Messages of checks and services: the English text is the id. */
export const identityPaperErrors = [
  msg({ id: 'Select the Identity Paper' }),
  msg({ id: 'Please Enter the valid Number of the Identity Paper' }),
  msg({ id: 'Already Application registered with this Identity Paper' }),
];

// The modules that are loaded where the examination lists identity papers.

type Papers = NonNullable<PublicExamination['identity_papers']>;

export function PaperChoice({ papers }: { papers: Papers }) {
  const { setValue, clearErrors } = useFormContext<FormValues>();
  const field = useField();
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
      {...field('identity_kind', { onChange: clearNumbers })}
    />
  );
}

const toOption = ({ kind, name, name_te }: Papers[number]) => ({
  value: kind,
  label: inBoth((language) => anotherPaperMessage({ te: name_te, en: name }[language])),
});

export function PaperNumber({ examination }: { examination: PublicExamination }) {
  const field = useField();
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
        {...field('identity_number', {
          setValueAs: toLatinDigits,
          onChange: ({ target }) => check(toLatinDigits(target.value)),
        })}
      />
      <FieldStatus word={hasFailed && identityPaperMessages.notChecked} />
    </div>
  );
}
