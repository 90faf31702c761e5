import { endedSessions } from '@archaka/contracts';
import { ok, serve } from '@archaka/service-kit';
import { opaqueHash } from '../../domain/opaque-id.ts';
import type { SessionStore } from '../../store/sessions.ts';

export const endedSessionsHandler = (sessions: SessionStore) =>
  serve(endedSessions, async ({ body: { session_ids, sids } }) => {
    const byHash = [
      ...session_ids.map((id) => [opaqueHash(id), id] as const),
      ...sids.map((sid) => [sid, sid] as const),
    ];
    const ended = new Set(await sessions.endedOf(byHash.map(([hash]) => hash)));
    const asked = byHash.filter(([hash]) => ended.has(hash));
    return ok({ data: asked.map(([, session_id]) => ({ session_id })) });
  });
