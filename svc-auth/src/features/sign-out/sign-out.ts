import { signOut } from '@archaka/contracts';
import { handleCall, ok } from '@archaka/service-kit';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import type { Cookies } from '../cookies.ts';

export const createSignOutHandler = (sessions: SessionRepository, cookies: Cookies) =>
  handleCall(signOut, async ({ request, response }) => {
    const sessionId = cookies.read(request, 'session');
    if (sessionId) await sessions.end(sessionId);
    cookies.clear(response, 'session');
    return ok();
  });
