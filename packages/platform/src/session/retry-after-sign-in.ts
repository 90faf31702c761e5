import type { PortalError } from '../calls/portal-error.ts';
import { onNotice } from '../notices/notices.ts';
import { portalStore } from '../store/portal-store.ts';

/** Whether the applicant of this page signs in again; false when another does, or nobody. */
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

/** Asks, and once more after the same applicant has signed in again in place when the session had run out. */
export async function retryAfterSignIn<Result extends { error?: PortalError | undefined }>(
  send: () => Promise<Result>,
): Promise<Result> {
  const result = await send();
  if (result.error?.kind !== 'signed-out' || !(await waitForSameUser())) return result;
  return send();
}
