import { endedSessions } from '@archaka/contracts';
import { ok, serve } from '@archaka/service-kit';
import type { SessionStore } from '../../store/sessions.ts';

export const endedSessionsHandler = (sessions: SessionStore) =>
  serve(endedSessions, async ({ body: { session_ids } }) => {
    const ended = await sessions.endedOf(session_ids);
    return ok({ data: ended.map((session_id) => ({ session_id })) });
  });
