import { endSessions, getCurrentSession, getSessions, signOut } from '@archaka/contracts';
import {
  type AuditLog,
  type Database,
  handleCall,
  ok,
  toApplicant,
  unauthorized,
} from '@archaka/service-kit';
import { FRESH_MINUTES } from '../../domain/session.ts';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import type { Cookies } from '../cookies.ts';

export const createCurrentSessionHandler = (accounts: Pick<AccountRepository, 'isUnconfirmed'>) =>
  handleCall(getCurrentSession, {
    handle: async ({ user: { id, number, name } }) => {
      const isUnconfirmed = await accounts.isUnconfirmed(id);
      return ok({ data: [{ id, number, name, ...(isUnconfirmed && { is_unconfirmed: true }) }] });
    },
  });

export const createListSessionsHandler = (sessions: SessionRepository) =>
  handleCall(getSessions, {
    handle: async ({ user }) => {
      const listed = await sessions.list(user.id);
      const data = listed.map(({ signIn: { _id, at, browser, system, own_device }, session }) => ({
        signed_in_at: at.toISOString(),
        ...(session && { last_used_at: session.last_used_at.toISOString() }),
        browser,
        system,
        own_device,
        is_current: _id === user.sid,
      }));
      return ok({ data });
    },
  });

interface EndingDependencies {
  readonly db: Database;
  readonly sessions: SessionRepository;
  readonly cookies: Cookies;
  readonly audit: AuditLog;
}

/** 401 unless the sign-in is recent: the page then asks to sign in and repeats the call. */
export const createEndSessionsHandler = ({ db, sessions, cookies, audit }: EndingDependencies) =>
  handleCall(endSessions, {
    handle: async ({ user, response }) => {
      // The session that permits it may end meanwhile, with a change of the number: then nothing else ends.
      await db.transaction(async () => {
        if (!(await sessions.isFresh(user.sid, FRESH_MINUTES))) throw unauthorized();
        const count = await sessions.endAll(user.id);
        await audit.record({ action: 'sessions.ended', actor: toApplicant(user), detail: { count } });
      });
      cookies.clear(response, 'session');
      return ok();
    },
  });

export const createSignOutHandler = ({ db, sessions, cookies, audit }: EndingDependencies) =>
  handleCall(signOut, {
    handle: async ({ request, response }) => {
      const sessionId = cookies.read(request, 'session');
      if (sessionId)
        await db.transaction(async () => {
          const id = await sessions.end(sessionId);
          if (id) await audit.record({ action: 'session.ended', actor: toApplicant({ id }) });
        });
      cookies.clear(response, 'session');
      return ok();
    },
  });
