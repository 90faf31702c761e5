import { endSessions } from '@archaka/contracts';
import { handleCall, ok, unauthorized } from '@archaka/service-kit';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import type { Cookies } from '../cookies.ts';

/** 401 unless the session was signed in to lately: the page then asks to sign in, in place, and repeats the call. */
export const createEndSessionsHandler = (sessions: SessionRepository, cookies: Cookies) =>
  handleCall(endSessions, async ({ user, response }) => {
    if (!(await sessions.isFresh(user.sid))) throw unauthorized();
    await sessions.endAll(user.id);
    cookies.clear(response, 'session');
    return ok();
  });
