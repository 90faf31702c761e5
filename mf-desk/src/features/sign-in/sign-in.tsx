import type { StaffMember } from '@archaka/contracts/calls';
import {
  Banner,
  Button,
  Paragraph,
  type PortalError,
  Sentence,
  sendNotice,
  TextField,
  tryAgainAfter,
  usePortalDispatch,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { deskApi, useSignInMutation } from '../../desk-api.ts';

const title: Word = msg`Sign in to the desk`;
const forStaff: Word = msg`For the department's staff only. What is opened and done here is recorded.`;
const sessionEnded: Word = msg`Your session has ended. Sign in again and go on from here: what you typed is still on this page.`;
const name: Word = msg`Account name`;
const password: Word = msg`Password`;
const code: Word = msg`Code of the authenticator`;
const codeHint: Word = msg`6 digits of the app on your phone`;
const incomplete: Word = msg`Fill in name, password and code`;
const wrong: Word = msg`Name, password or code is wrong, or the code was used already. Try again with the next code.`;
const tooMany: Word = msg`Too many wrong attempts. Try again in a quarter of an hour.`;
const unavailable: Word = msg`The desk cannot be reached just now. Try again in a few minutes.`;

const failures: Readonly<Record<number, Word>> = { 420: wrong, 421: tooMany };

const toFailure = (error: PortalError): Word =>
  error.kind === 'too-many' ? tryAgainAfter(error.retryAfter) : unavailable;

/** @param previous who was signed in: another member does not see that page */
function useSignIn(previous: StaffMember | undefined) {
  const [signIn, { isLoading }] = useSignInMutation();
  const [failure, setFailure] = useState<Word>();
  const dispatch = usePortalDispatch();

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const input = Object.fromEntries(new FormData(form)) as Record<'name' | 'password' | 'code', string>;
    if (Object.values(input).some((value) => value.trim() === '')) return setFailure(incomplete);
    const { data, error } = await signIn(input);
    if (error) return setFailure(toFailure(error as PortalError));
    const member = data.data?.[0];
    if (!member) {
      // A code is good for one attempt.
      (form.elements.namedItem('code') as HTMLInputElement).value = '';
      return setFailure(failures[data.status] ?? wrong);
    }
    if (previous && previous.id !== member.id) return location.reload();
    await dispatch(deskApi.util.upsertQueryData('session', undefined, data));
    sendNotice('staff-signed-in', undefined);
    dispatch(deskApi.util.invalidateTags(['case', 'list']));
  }

  return { submit, isLoading, failure };
}

/** `previous`: whose session has ended on this page. */
export function SignIn({ previous }: { previous: StaffMember | undefined }) {
  const { submit, isLoading, failure } = useSignIn(previous);
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <section className="desk-sign-in stack" aria-labelledby={titleId}>
      <h1 id={titleId}>
        <Sentence word={title} />
      </h1>
      <Paragraph word={previous ? sessionEnded : forStaff} />
      <form className="stack" ref={form} onSubmit={submit} noValidate>
        <TextField name="name" label={name} autoComplete="username" maxLength={40} autoCapitalize="none" />
        <TextField
          name="password"
          label={password}
          type="password"
          autoComplete="current-password"
          maxLength={200}
        />
        <TextField name="code" label={code} hint={codeHint} digits={6} autoComplete="one-time-code" />
        {failure && (
          <Banner tone="error">
            <Paragraph word={failure} />
          </Banner>
        )}
        <Button type="submit" tone="main" busy={isLoading} word={words.signIn} />
      </form>
    </section>
  );
}
