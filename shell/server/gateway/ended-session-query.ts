import { findEndedSessions } from '@archaka/contracts';
import type { AuthClient } from './auth-client.ts';
import type { EndedSessionQuery } from './session-monitor.ts';

/** Asks svc-auth which sessions have ended. */
export function createEndedSessionQuery(authClient: AuthClient): EndedSessionQuery {
  return async (session_ids) => {
    const response = await authClient(findEndedSessions, { session_ids: [...session_ids] });
    if (!response) throw new Error('svc-auth is of a version that does not know endedsessions yet');
    return (response.data ?? []).map(({ session_id }) => session_id);
  };
}
