import { getCurrentSession } from '@archaka/contracts/calls';
import { isTransient } from '../calls/portal-error.ts';
import { sendQuery } from '../calls/send-query.ts';
import { tryAgain } from '../recovery/try-again.ts';
import { portalStore } from '../store/portal-store.ts';
import { showUser, showVisitor } from './session.ts';
import { sessionRequested } from './user-slice.ts';

/** Determines the session's owner once for the page; retries automatically while svc-auth is down. */
export async function loadSession(): Promise<void> {
  if (portalStore.getState().user.isSessionRequested) return;
  portalStore.dispatch(sessionRequested());
  const error = await readSession();
  if (isTransient(error)) tryAgain(async () => !isTransient(await readSession()));
}

async function readSession() {
  const { data, error } = await sendQuery(getCurrentSession, {}, { asksToSignIn: false });
  const account = data?.data?.[0];
  // Its owner sees and confirms the data at the next sign-in, before anything else.
  if (account?.is_unconfirmed) showVisitor();
  else if (account) showUser(account);
  if (error?.kind === 'signed-out') showVisitor();
  return error;
}
