import { endSessions } from '@archaka/contracts';
import { ok, serve } from '@archaka/service-kit';
import type { SessionStore } from '../../store/sessions.ts';
import type { Cookies } from '../cookies.ts';

export const endSessionsHandler = (sessions: SessionStore, cookies: Cookies) =>
  serve(endSessions, async ({ user, response }) => {
    await sessions.endAll(user.id);
    cookies.clear(response, 'session');
    return ok();
  });
