import { erasureRequested, getErasure, getOwnErasure, requestErasure } from '@archaka/contracts';
import {
  type AuditLog,
  type CallHandler,
  type Database,
  type EventPublisher,
  handleCall,
  ok,
  toApplicant,
  toNetworkKey,
  unauthorized,
} from '@archaka/service-kit';
import { VERY_FRESH_MINUTES } from '../../domain/session.ts';
import type { ErasureRepository } from '../../persistence/erasure-repository.ts';
import type { RateLimits } from '../../persistence/rate-limits.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import { toErasureState } from './erasure-state.ts';

interface ErasureDependencies {
  readonly db: Database;
  readonly audit: AuditLog;
  readonly events: EventPublisher;
  readonly erasures: ErasureRepository;
  readonly sessions: SessionRepository;
  readonly rateLimits: RateLimits;
}

/** 401 unless the applicant has just signed in: the page then asks to sign in and repeats the call. */
const createRequestErasureHandler = ({ db, audit, events, erasures, sessions }: ErasureDependencies) =>
  handleCall(requestErasure, {
    handle: async ({ user }) => {
      if (!(await sessions.isFresh(user.sid, VERY_FRESH_MINUTES))) throw unauthorized();
      const erasure = await db.transaction(async () => {
        const requested = await erasures.request(user.id);
        if (!requested.isNew) return requested.erasure;
        const at = requested.erasure.requested_at.toISOString();
        await audit.record({ action: 'erasure.requested', actor: toApplicant(user) });
        await events.publish(erasureRequested, { user_id: user.id, at });
        return requested.erasure;
      });
      return ok({ data: [toErasureState(erasure)] });
    },
  });

export const createErasureHandlers = (deps: ErasureDependencies): CallHandler[] => [
  createRequestErasureHandler(deps),
  handleCall(getOwnErasure, {
    handle: async ({ user }) => {
      const erasure = await deps.erasures.find(user.id);
      return ok({ data: erasure ? [toErasureState(erasure)] : [] });
    },
  }),
  handleCall(getErasure, {
    load: ({ request }) => deps.rateLimits.receiptReads.consume(toNetworkKey(request)),
    handle: async ({ body: { receipt } }) => {
      const erasure = await deps.erasures.findByReceipt(receipt);
      return ok({ data: erasure ? [toErasureState(erasure)] : [] });
    },
  }),
];
