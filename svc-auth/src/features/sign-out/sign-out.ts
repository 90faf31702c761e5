import { signOut } from '@archaka/contracts';
import { ok, serve } from '@archaka/service-kit';
import { SESSION_COOKIE } from '../../domain/session.ts';
import type { SessionStore } from '../../store/sessions.ts';
import { cookieOptions, sessionIdOf } from '../session-cookie.ts';

export const signOutHandler = (sessions: SessionStore, origin: string) =>
  serve(signOut, async ({ request, response }) => {
    const sessionId = sessionIdOf(request);
    if (sessionId) await sessions.end(sessionId);
    response.clearCookie(SESSION_COOKIE, cookieOptions(origin));
    return ok();
  });
