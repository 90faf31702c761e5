import { MAX_APPEAL, MIN_APPEAL } from '@archaka/contracts/calls';
import { Button, TextField, toast, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useState } from 'react';
import { applicationApi } from '../../application-api.ts';

const label: Word = msg`What do you answer to the reasons?`;
const hint: Word = msg`One appeal is possible. A senior clerk reads it and decides again.`;
const tooShort: Word = msg`Please write at least 20 letters`;
const sent: Word = msg`Your appeal is sent`;

/** Answers a rejection, once; what is written stays until it is sent. */
export function AppealForm({ applicationId }: { applicationId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [failure, setFailure] = useState<Word>();
  const [appeal, { isLoading }] = applicationApi.useAppealMutation();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('appeal') ?? '').trim();
    if (text.length < MIN_APPEAL) return setFailure(tooShort);
    setFailure(undefined);
    const { data } = await appeal({ application_id: applicationId, text });
    if (data?.status === 200) toast(sent);
  };

  if (!isOpen)
    return (
      <div className="row">
        <Button word={words.appeal} tone="main" onClick={() => setIsOpen(true)} />
      </div>
    );
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextField name="appeal" label={label} hint={hint} error={failure} maxLength={MAX_APPEAL} multiline />
      <div className="row">
        <Button type="submit" word={words.appeal} tone="main" busy={isLoading} />
        <Button word={words.cancel} tone="link" onClick={() => setIsOpen(false)} />
      </div>
    </form>
  );
}
