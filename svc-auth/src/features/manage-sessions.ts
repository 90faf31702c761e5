import { hkdfSync } from 'node:crypto';
import { endSessions, getCurrentSession, getDeviceKey, getSessions, signOut } from '@archaka/contracts';
import { type CallHandler, handleCall, ok, toApplicant } from '@archaka/service-kit';
import { FRESH_MINUTES } from '../domain/session.ts';
import type { Dependencies } from './dependencies.ts';

const createListSessionsHandler = ({ sessions }: Dependencies) =>
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

const createEndSessionsHandler = ({ db, sessions, cookies, audit }: Dependencies) =>
  handleCall(endSessions, {
    handle: async ({ user, response }) => {
      // The session that permits it may end meanwhile, with a change of the number: then nothing else ends.
      await db.transaction(async () => {
        await sessions.assertFresh(user.sid, FRESH_MINUTES);
        const count = await sessions.endAll(user.id);
        await audit.record({ action: 'sessions.ended', actor: toApplicant(user), detail: { count } });
      });
      cookies.clear(response, 'session');
      return ok();
    },
  });

const createSignOutHandler = ({ db, sessions, cookies, audit }: Dependencies) =>
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

const DEVICE_KEY_BYTES = 32;

/** Stable per user; reveals neither the secret nor another key (HKDF, RFC 5869). */
const deriveDeviceKey = (secret: string, userId: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `device key\n${userId}`, DEVICE_KEY_BYTES)).toString('base64');

const createDeviceKeyHandler = ({ config, sessions }: Dependencies) =>
  handleCall(getDeviceKey, {
    handle: async ({ user }) => {
      const secrets = config.DEVICE_KEY_SECRET;
      const [key = '', ...old_keys] = secrets.map((secret) => deriveDeviceKey(secret.key, user.id));
      // A session that has just ended has no time left.
      const expiry = (await sessions.findExpiry(user.sid))?.getTime() ?? 0;
      const expires_in = Math.max(0, Math.floor((expiry - Date.now()) / 1000));
      return ok({ data: [{ key, ...(old_keys.length > 0 && { old_keys }), expires_in }] });
    },
  });

export const createSessionHandlers = (deps: Dependencies): CallHandler[] => [
  createSignOutHandler(deps),
  handleCall(getCurrentSession, {
    handle: async ({ user: { id, number, name } }) => {
      const isUnconfirmed = await deps.accounts.isUnconfirmed(id);
      return ok({ data: [{ id, number, name, ...(isUnconfirmed && { is_unconfirmed: true }) }] });
    },
  }),
  createListSessionsHandler(deps),
  createEndSessionsHandler(deps),
  createDeviceKeyHandler(deps),
];
