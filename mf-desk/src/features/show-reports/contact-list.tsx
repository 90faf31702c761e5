import { routes } from '@archaka/contracts/calls';
import { Button, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useState } from 'react';
import { type SearchFilter, toCaseFacets } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { toFailure } from '../../failures.ts';
import { ReasonField, readReason } from '../../form-text.tsx';
import { Downloads } from '../../page-links.tsx';

const title: Word = msg`With names and mobile numbers`;
const hint: Word = msg`It is recorded, and each applicant of the list can read it.`;
const tooMany: Word = msg`A list with names and numbers has 5,000 applications at most. Choose fewer.`;

/** The list with names and numbers, for a reason and one download. */
export function ContactList({ filter }: { filter: SearchFilter }) {
  const [failure, setFailure] = useState<Word>();
  const [token, setToken] = useState<string>();
  const [request, { isLoading }] = deskApi.useRequestContactsMutation();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readReason(form, 'reason');
    if ('failure' in read) return setFailure(read.failure);
    const { data, error } = await request({ ...toCaseFacets(filter), ...read });
    const received = data?.data?.[0]?.token;
    setToken(received);
    setFailure(received ? undefined : data?.status === 420 ? tooMany : toFailure(error));
    if (received) form.reset();
  };

  return (
    <form className="stack" onSubmit={submit} noValidate aria-labelledby="contacts-title">
      <h3 id="contacts-title">
        <Sentence word={title} />
      </h3>
      <ReasonField name="reason" label={msg`Why do you need them?`} hint={hint} error={failure} />
      <span className="row">
        <Button type="submit" word={msg`Prepare the list`} busy={isLoading} />
        {token && (
          <Downloads
            address={`${routes.exportContacts.path}?token=${token}`}
            onClick={() => setToken(undefined)}
          />
        )}
      </span>
    </form>
  );
}
