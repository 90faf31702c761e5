import { createRateLimiter, type Database, HttpProblem, type RateLimiter } from '@archaka/service-kit';

/** After this time the limits have a free slot again. */
export const POLL_LIMIT_MS = 60_000;
const MINUTE = { seconds: POLL_LIMIT_MS / 1000 };

export interface PollRequest {
  readonly orderId: string;
  readonly network: string;
  /** Hash of the session id. */
  readonly session?: string;
}

export type MayPoll = (request: PollRequest) => Promise<boolean>;

async function isWithinLimit(limit: RateLimiter, key: string): Promise<boolean> {
  try {
    await limit.consume(key);
    return true;
  } catch (error) {
    if (error instanceof HttpProblem && error.code === 'too-many') return false;
    throw error;
  }
}

export function createPollLimits(db: Database): MayPoll {
  const perOrder = createRateLimiter(db, { ...MINUTE, name: 'polls-of-order', points: 6 });
  const perNetwork = createRateLimiter(db, { ...MINUTE, name: 'polls-of-network', points: 60 });
  const perSession = createRateLimiter(db, { ...MINUTE, name: 'polls-of-session', points: 60 });

  return async ({ orderId, network, session }) =>
    (await isWithinLimit(perOrder, orderId)) &&
    (await isWithinLimit(perNetwork, network)) &&
    (session === undefined || (await isWithinLimit(perSession, session)));
}
