import { createRateLimiter, type Database, HttpProblem } from '@archaka/service-kit';

/** After this time the limits have a free slot again. */
export const POLL_LIMIT_MS = 60_000;

export interface PollRequest {
  readonly orderId: string;
  readonly network: string;
  /** Hash of the session id. */
  readonly session?: string;
}

export type MayPoll = (request: PollRequest) => Promise<boolean>;

/** Of polls that applicants and unsigned hints cause. */
export function createPollLimits(db: Database): MayPoll {
  const createLimit = (name: string, points: number) => {
    const limiter = createRateLimiter(db, { name, points, seconds: POLL_LIMIT_MS / 1000 });
    return (key: string): Promise<boolean> =>
      limiter.consume(key).then(
        () => true,
        (error: unknown) => {
          if (error instanceof HttpProblem && error.code === 'too-many') return false;
          throw error;
        },
      );
  };
  const isWithinOrder = createLimit('polls-of-order', 6);
  const isWithinNetwork = createLimit('polls-of-network', 60);
  const isWithinSession = createLimit('polls-of-session', 60);

  return async ({ orderId, network, session }) =>
    (await isWithinOrder(orderId)) &&
    (await isWithinNetwork(network)) &&
    (session === undefined || (await isWithinSession(session)));
}
