import type {
  CallAnswer,
  CallRequest,
  StaffMember,
  signInStaff,
  signInWithPasskey,
} from '@archaka/contracts/calls';
import {
  Banner,
  Button,
  Paragraph,
  type PortalError,
  Sentence,
  sendNotice,
  TextField,
  tryAgainAfter,
  useLocation,
  useNavigate,
  usePortalDispatch,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { readDeskPage } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { hasPasskeys, signByPasskey } from '../manage-passkeys/passkeys.tsx';

const title: Word = msg`Sign in to the desk`;
const forStaff: Word = msg`For the department's staff only. What is opened and done here is recorded.`;
const sessionEnded: Word = msg`Your session has ended. Sign in again and go on from here: what you typed is still on this page.`;
const name: Word = msg`Account name`;
const password: Word = msg`Password`;
const code: Word = msg`Code of the authenticator`;
const codeHint: Word = msg`6 digits of the app on your phone`;
const byPasskey: Word = msg`Sign in with a passkey`;
const byDepartment: Word = msg`Sign in with the department's account`;
const incomplete: Word = msg`Fill in name, password and code`;
const noPasskey: Word = msg`The browser found no passkey, or you cancelled.`;
const unavailable: Word = msg`The desk cannot be reached just now. Try again in a few minutes.`;

type Failures = Readonly<Record<number, Word>>;
const passwordFailures: Failures = {
  420: msg`Name, password or code is wrong, or the code was used already. Try again with the next code.`,
  421: msg`Too many wrong attempts. Try again in a quarter of an hour.`,
};
const passkeyFailures: Failures = {
  420: msg`The desk does not accept this passkey. Try again, or sign in with password and code.`,
};
const departmentFailures: Failures = {
  420: msg`The department has not confirmed the sign-in. Try again, or sign in with password and code.`,
  421: msg`The desk has no account for your account of the department. An administrator can add one.`,
};

const toFailure = (error: PortalError | undefined): Word =>
  error?.kind === 'too-many' ? tryAgainAfter(error.retryAfter) : unavailable;

interface SignInResult {
  readonly data?: CallAnswer<typeof signInStaff> | undefined;
  readonly error?: unknown;
}
/** Of any way to sign in. @returns whether it has signed somebody in; otherwise the page says why not */
type Finish = (result: SignInResult, failures: Failures) => Promise<boolean>;

/** @param previous who was signed in: another member does not see that page */
function useFinish(previous: StaffMember | undefined) {
  const [failure, setFailure] = useState<Word>();
  const dispatch = usePortalDispatch();
  const finish: Finish = async ({ data, error }, failures) => {
    const member = data?.data?.[0];
    if (!data || !member) {
      setFailure(failures[data?.status ?? 0] ?? toFailure(error as PortalError | undefined));
      return false;
    }
    if (previous && previous.id !== member.id) {
      location.reload();
      return true;
    }
    await dispatch(deskApi.util.upsertQueryData('session', undefined, data));
    sendNotice('staff-signed-in', undefined);
    dispatch(deskApi.util.invalidateTags(['case', 'list']));
    return true;
  };
  return { failure, setFailure, finish };
}

/** `previous`: whose session has ended on this page. */
export function SignIn({ previous }: { previous: StaffMember | undefined }) {
  const { failure, setFailure, finish } = useFinish(previous);
  const titleId = useId();
  return (
    <section className="desk-sign-in stack" aria-labelledby={titleId}>
      <h1 id={titleId}>
        <Sentence word={title} />
      </h1>
      <Paragraph word={previous ? sessionEnded : forStaff} />
      {failure && (
        <Banner tone="error">
          <Paragraph word={failure} />
        </Banner>
      )}
      <PasswordForm finish={finish} onFailed={setFailure} />
      {hasPasskeys() && <PasskeyButton finish={finish} onFailed={setFailure} />}
      {/* It leaves the page, and with it what was typed. */}
      {!previous && <DepartmentButton finish={finish} onFailed={setFailure} />}
    </section>
  );
}

interface WayProps {
  finish: Finish;
  onFailed: (failure: Word) => void;
}

function PasswordForm({ finish, onFailed }: WayProps) {
  const [signIn, { isLoading }] = deskApi.useSignInMutation();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const { currentTarget } = event;
    const input = Object.fromEntries(new FormData(currentTarget)) as CallRequest<typeof signInStaff>;
    if (Object.values(input).some((value) => value.trim() === '')) return onFailed(incomplete);
    const result = await signIn(input);
    // A code is good for one attempt.
    if (!(await finish(result, passwordFailures)) && result.data)
      (currentTarget.elements.namedItem('code') as HTMLInputElement).value = '';
  }

  return (
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
      <Button type="submit" tone="main" busy={isLoading} word={words.signIn} />
    </form>
  );
}

function PasskeyButton({ finish, onFailed }: WayProps) {
  const [start] = deskApi.useStartPasskeySignInMutation();
  const [signIn] = deskApi.useSignInWithPasskeyMutation();
  const [isBusy, setBusy] = useState(false);

  async function run(): Promise<void> {
    const { data, error } = await start({});
    const options = data?.data?.[0];
    if (!options) return onFailed(toFailure(error as PortalError));
    const credential = await signByPasskey<CallRequest<typeof signInWithPasskey>['credential']>(options);
    if (!credential) return onFailed(noPasskey);
    await finish(await signIn({ credential }), passkeyFailures);
  }

  const runBusy = async () => {
    setBusy(true);
    await run();
    setBusy(false);
  };
  return <Button word={byPasskey} busy={isBusy} onClick={() => void runBusy()} />;
}

/** Also finishes the sign-in when the provider has led back to the desk. */
function DepartmentButton({ finish, onFailed }: WayProps) {
  const isOffered = deskApi.useSignInWaysQuery({}).data?.data?.[0]?.department;
  const [start, { isLoading: isStarting }] = deskApi.useStartDepartmentSignInMutation();
  const [signIn, { isLoading: isFinishing }] = deskApi.useSignInWithDepartmentMutation();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const sent = useRef('');
  useEffect(() => {
    if (readDeskPage(pathname).page !== 'sign-in' || search === sent.current) return;
    sent.current = search;
    navigate('/desk', { replace: true });
    void signIn({ query: search.slice(1) }).then((result) => finish(result, departmentFailures));
  });

  const leave = async () => {
    const { data, error } = await start({});
    const [provider] = data?.data ?? [];
    if (provider) location.assign(provider.url);
    else onFailed(toFailure(error as PortalError | undefined));
  };
  if (!isOffered) return null;
  return <Button word={byDepartment} busy={isStarting || isFinishing} onClick={() => void leave()} />;
}
