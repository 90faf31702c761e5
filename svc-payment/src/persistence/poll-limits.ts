import { createRateLimiter, type Database, HttpProblem, type RateLimiter } from '@archaka/service-kit';

const MINUTE = { seconds: 60 };

/** Who makes Razorpay be polled. */
interface PollRequest {
  readonly orderId: string;
  /** The client's network, as `toNetworkKey` gives it. */
  readonly network: string;
  /** Hash of the session id, where there is a session. */
  readonly session?: string;
}

/** Whether Razorpay may be polled at this wish; otherwise the response comes from what is known. */
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

/** Polls at the wish of applicants: 6 a minute for an order, 60 for an address and for a session. */
export function createPollLimits(db: Database): MayPoll {
  const perOrder = createRateLimiter(db, { ...MINUTE, name: 'polls-of-order', points: 6 });
  const perNetwork = createRateLimiter(db, { ...MINUTE, name: 'polls-of-network', points: 60 });
  const perSession = createRateLimiter(db, { ...MINUTE, name: 'polls-of-session', points: 60 });

  return async ({ orderId, network, session }) =>
    (await isWithinLimit(perOrder, orderId)) &&
    (await isWithinLimit(perNetwork, network)) &&
    (session === undefined || (await isWithinLimit(perSession, session)));
}
