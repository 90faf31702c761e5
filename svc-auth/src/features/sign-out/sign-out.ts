import { signOut } from '@archaka/contracts';
import { ok, serve } from '@archaka/service-kit';
import type { SessionStore } from '../../store/sessions.ts';
import type { Cookies } from '../cookies.ts';

export const signOutHandler = (sessions: SessionStore, cookies: Cookies) =>
  serve(signOut, async ({ request, response }) => {
    const sessionId = cookies.read(request, 'session');
    if (sessionId) await sessions.end(sessionId);
    cookies.clear(response, 'session');
    return ok();
  });
