import { type ApplicantSession, signUp } from '@archaka/test-kit';
import type { Press } from './press.ts';

interface Otp {
  readonly otp: string;
  readonly at: string;
}

/** One-time passwords that came to the mobile, newest first. */
async function inbox({ fetch, person }: ApplicantSession): Promise<Otp[]> {
  const response = await fetch(`/dev/inbox?number=${person.number}`);
  return response.status === 200 ? ((await response.json()) as Otp[]) : [];
}

/** Asks for a one-time password, unless one has come that was never tried: five in a quarter of an hour is all there are. */
async function newOtp(session: ApplicantSession, tried: ReadonlySet<string>): Promise<Otp | undefined> {
  const untried = async () => (await inbox(session)).find(({ at }) => !tried.has(at));
  const waiting = await untried();
  if (waiting) return waiting;
  await session.call('websiteloginotp', { number: session.person.number });
  return untried();
}

/** Signs in on this device, pressing again where the portal does not answer. */
export async function signIn(session: ApplicantSession, press: Press): Promise<void> {
  const { number } = session.person;
  const tried = new Set((await press('inbox', () => inbox(session))).map(({ at }) => at));
  await press('sign in', async () => {
    const fresh = await newOtp(session, tried);
    if (!fresh) return undefined;
    const { http, body } = await session.call('submitwithotp', { number, otp: fresh.otp });
    if (http === 200) tried.add(fresh.at);
    if (body.status !== 200) return undefined;
    session.person.id = String(body.data[0]?.id);
    return true;
  });
}

/** Signs up and signs in; whoever signed up before without hearing so is told that the mobile is known. */
export async function comeIn(session: ApplicantSession, press: Press): Promise<void> {
  await press('sign up', async () => {
    const { body } = await session.call('submitsignup', signUp(session.person));
    return [200, 420].includes(body.status) || undefined;
  });
  await signIn(session, press);
}
