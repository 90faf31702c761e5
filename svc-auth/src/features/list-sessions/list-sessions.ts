import { getSessions } from '@archaka/contracts';
import { handleCall, ok } from '@archaka/service-kit';
import type { SessionRepository } from '../../persistence/session-repository.ts';

export const createListSessionsHandler = (sessions: SessionRepository) =>
  handleCall(getSessions, async ({ user }) => {
    const listed = await sessions.list(user.id);
    const data = listed.map(({ signIn: { _id, at, browser, system, own_device }, session }) => ({
      signed_in_at: at.toISOString(),
      ...(session && { last_used_at: (session.last_used_at ?? at).toISOString() }),
      browser,
      system,
      own_device,
      is_current: _id === user.sid,
    }));
    return ok({ data });
  });
