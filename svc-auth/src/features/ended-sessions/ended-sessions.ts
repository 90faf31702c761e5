import { findEndedSessions } from '@archaka/contracts';
import { handleCall, ok } from '@archaka/service-kit';
import { hashOpaqueId } from '../../domain/opaque-id.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';

export const createEndedSessionsHandler = (sessions: SessionRepository) =>
  handleCall(findEndedSessions, async ({ body: { session_ids, sids } }) => {
    const entries = [
      ...session_ids.map((id) => [hashOpaqueId(id), id] as const),
      ...sids.map((sid) => [sid, sid] as const),
    ];
    const ended = new Set(await sessions.findEnded(entries.map(([hash]) => hash)));
    const endedEntries = entries.filter(([hash]) => ended.has(hash));
    return ok({ data: endedEntries.map(([, session_id]) => ({ session_id })) });
  });
