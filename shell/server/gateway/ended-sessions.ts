import { endedSessions } from '@archaka/contracts';
import type { AskAuth } from './ask-auth.ts';
import type { AskEnded } from './stream-watch.ts';

/** Asks svc-auth which sessions have ended. */
export function askEndedBy(askAuth: AskAuth): AskEnded {
  return async (session_ids) => {
    const answer = await askAuth(endedSessions, { session_ids: [...session_ids] });
    if (!answer) throw new Error('svc-auth is of a version that does not know endedsessions yet');
    return (answer.data ?? []).map(({ session_id }) => session_id);
  };
}
