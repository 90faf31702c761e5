import { Button, TextField, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { toFailure } from '../../failures.ts';
import { readText } from '../../form-text.tsx';

/** Of a change of an account. */
export const changeFailures: Readonly<Record<number, Word>> = {
  420: msg`No account has this name.`,
  421: msg`Another administrator must change your account.`,
};

const hint: Word = msg`Of the member and their family, with commas; five at most. They replace the earlier ones. The member cannot decide an application with one of them.`;
const malformed: Word = msg`Each mobile number has 10 digits, and there are five at most`;

const MAX_NUMBERS = 5;

/** Replaces the mobile numbers of a member; those that are stored are shown masked only. */
export function OwnNumbers({ name, onClose }: { name: string; onClose: () => void }) {
  const [failure, setFailure] = useState<Word>();
  const [send, { isLoading }] = deskApi.useSetNumbersMutation();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const numbers = readText(event.currentTarget, 'numbers')
      .split(/[\s,]+/)
      .filter((number) => number !== '');
    if (numbers.length > MAX_NUMBERS || numbers.some((number) => !/^\d{10}$/.test(number)))
      return setFailure(malformed);
    const { data, error } = await send({ name, numbers });
    if (data?.status === 200) onClose();
    else setFailure(changeFailures[data?.status ?? 0] ?? toFailure(error));
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextField
        name="numbers"
        label={msg`Own mobile numbers of ${name}`}
        hint={hint}
        error={failure}
        maxLength={100}
        inputMode="tel"
        autoComplete="off"
      />
      <span className="row">
        <Button type="submit" tone="main" word={words.save} busy={isLoading} />
        <Button tone="link" word={words.cancel} onClick={onClose} />
      </span>
    </form>
  );
}
