import { type ApplicantSession, buildSignUp, INBOX_KEY } from '@archaka/test-kit';
import type { RetryAction } from './retry-action.ts';

interface Otp {
  readonly otp: string;
  readonly at: string;
}

/** One-time passwords sent to the number, newest first. */
async function readDevSms({ fetch, person }: ApplicantSession): Promise<Otp[]> {
  const response = await fetch(`/dev/inbox?number=${person.number}&key=${INBOX_KEY}`);
  return response.status === 200 ? ((await response.json()) as Otp[]) : [];
}

/** Requests a one-time password unless an untried one exists, since a number receives five in 15 minutes. */
async function waitForOtp(
  session: ApplicantSession,
  knownTimes: ReadonlySet<string>,
): Promise<Otp | undefined> {
  const findUntried = async () => (await readDevSms(session)).find(({ at }) => !knownTimes.has(at));
  const existing = await findUntried();
  if (existing) return existing;
  await session.call('websiteloginotp', { number: session.person.number });
  return findUntried();
}

/** Signs in on this device, with retries. */
export async function signIn(session: ApplicantSession, retryAction: RetryAction): Promise<void> {
  const { number } = session.person;
  const knownTimes = new Set((await retryAction('inbox', () => readDevSms(session))).map(({ at }) => at));
  await retryAction('sign in', async () => {
    const newest = await waitForOtp(session, knownTimes);
    if (!newest) return undefined;
    const { http, body } = await session.call('submitwithotp', { number, otp: newest.otp });
    if (http === 200) knownTimes.add(newest.at);
    if (body.status !== 200) return undefined;
    session.person.id = String(body.data[0]?.id);
    return true;
  });
}

/** Signs up and signs in. After a lost response the repeated sign-up returns 420, since the number is known. */
export async function registerAndSignIn(session: ApplicantSession, retryAction: RetryAction): Promise<void> {
  await retryAction('sign up', async () => {
    const { body } = await session.call('submitsignup', buildSignUp(session.person));
    return [200, 420].includes(body.status) || undefined;
  });
  await signIn(session, retryAction);
}
