import { correctionChecks, type OwnAccount } from '@archaka/contracts/calls';
import { checksResolver, ErrorSummary, errorList } from '@archaka/platform';
import {
  Button,
  Dialog,
  Paragraph,
  TextField,
  type TextFieldProps,
  toast,
  useCommand,
  words,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { useRejectableForm } from '../use-rejectable-form.ts';
import { correctAccount } from './my-data-commands.ts';

export const correctTitle = msg`Correct my account`;
const explanation = msg`Applications stay as they were submitted: correct those in Application History.`;

type Values = Omit<OwnAccount, 'number' | 'created_at'>;

const fields: readonly (TextFieldProps & { name: keyof Values })[] = [
  { name: 'name', label: words.name, autoComplete: 'name' },
  { name: 'email', label: words.email, type: 'email', autoComplete: 'email' },
  { name: 'address', label: words.address, multiline: true, autoComplete: 'street-address' },
  { name: 'devasthanam', label: words.devasthanam },
  { name: 'landmark', label: words.landmark },
  { name: 'town', label: words.town, autoComplete: 'address-level2' },
  { name: 'pincode', label: words.pincode, digits: 6, autoComplete: 'postal-code' },
];

interface CorrectAccountProps {
  account: OwnAccount;
  onClose: () => void;
  onSaved: () => void;
}

function useCorrectionForm({ account, onSaved }: CorrectAccountProps) {
  const { number: _number, created_at: _createdAt, ...defaultValues } = account;
  const [attempt, setAttempt] = useState(0);
  const [send, { isLoading }] = useCommand(correctAccount);
  const { form, reject, handleSubmit } = useRejectableForm<Values>({
    defaultValues,
    resolver: checksResolver<Values>(correctionChecks),
    shouldFocusError: false,
    reValidateMode: 'onBlur',
  });
  const countAttempt = () => setAttempt((count) => count + 1);
  const save = async (values: Values) => {
    const { data } = await send(values);
    if (data?.status === 421) {
      const message = data.message ?? 'Error..!';
      reject('email', message);
      toast(message);
      countAttempt();
    }
    if (data?.status === 200) onSaved();
  };
  const submit = handleSubmit(save, countAttempt);
  return {
    register: form.register,
    submit,
    attempt,
    errors: errorList(form.formState.errors, correctionChecks),
    busy: isLoading,
  };
}

/** Open while it is mounted. */
export function CorrectAccount(props: CorrectAccountProps) {
  const { register, submit, attempt, errors, busy } = useCorrectionForm(props);
  return (
    <Dialog open onClose={props.onClose} title={correctTitle}>
      <form className="stack" onSubmit={submit} noValidate>
        <Paragraph word={explanation} />
        <ErrorSummary errors={errors} attempt={attempt} />
        {fields.map((field) => (
          <TextField
            {...field}
            {...register(field.name)}
            key={field.name}
            error={errors.find(({ field: name }) => name === field.name)?.message}
          />
        ))}
        <div className="row">
          <Button type="submit" tone="main" busy={busy} word={words.save} />
        </div>
      </form>
    </Dialog>
  );
}
