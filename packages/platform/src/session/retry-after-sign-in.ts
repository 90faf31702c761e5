import type { PortalError } from '../calls/portal-error.ts';
import { onNotice } from '../notices/notices.ts';
import { portalStore } from '../store/portal-store.ts';

function waitForSameUser(): Promise<boolean> {
  const { user } = portalStore.getState().user;
  return new Promise((resolve) => {
    const finish = (isSameUser: boolean) => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      resolve(isSameUser);
    };
    const unsubscribes = [
      onNotice('signed-in', (newUser) => finish(newUser.id === user?.id)),
      onNotice('sign-in-left', () => finish(false)),
      onNotice('signed-out', () => finish(false)),
    ];
  });
}

/** Retries once after the same applicant has signed in again in place. */
export async function retryAfterSignIn<Result extends { error?: PortalError | undefined }>(
  send: () => Promise<Result>,
): Promise<Result> {
  const result = await send();
  if (result.error?.kind !== 'signed-out' || !(await waitForSameUser())) return result;
  return send();
}
