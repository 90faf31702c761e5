import type { PortalError } from '../calls/portal-error.ts';
import { onNotice } from '../notices/notices.ts';
import { portalStore } from '../store/portal-store.ts';

/** Whether the applicant of this page signs in again; false when another does, or nobody. */
function signedInAgain(): Promise<boolean> {
  const { user } = portalStore.getState().user;
  return new Promise((settle) => {
    const end = (again: boolean) => {
      for (const stop of listening) stop();
      settle(again);
    };
    const listening = [
      onNotice('signed-in', (came) => end(came.id === user?.id)),
      onNotice('sign-in-left', () => end(false)),
      onNotice('signed-out', () => end(false)),
    ];
  });
}

/** Asks, and once more after the same applicant has signed in again in place when the session had run out. */
export async function withSession<Answer extends { error?: PortalError | undefined }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await ask();
  if (answer.error?.kind !== 'signed-out' || !(await signedInAgain())) return answer;
  return ask();
}
