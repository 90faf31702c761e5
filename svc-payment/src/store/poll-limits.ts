import { type Database, type Limit, limitOn, Refusal } from '@archaka/service-kit';

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

async function isWithin(limit: Limit, key: string): Promise<boolean> {
  try {
    await limit.count(key);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too-many') return false;
    throw error;
  }
}

/** Polls at the wish of applicants: 6 a minute for an order, 60 for an address and for a session. */
export function createPollLimits(db: Database): MayPoll {
  const perOrder = limitOn(db, { ...MINUTE, name: 'polls-of-order', points: 6 });
  const perNetwork = limitOn(db, { ...MINUTE, name: 'polls-of-network', points: 60 });
  const perSession = limitOn(db, { ...MINUTE, name: 'polls-of-session', points: 60 });

  return async ({ orderId, network, session }) =>
    (await isWithin(perOrder, orderId)) &&
    (await isWithin(perNetwork, network)) &&
    (session === undefined || (await isWithin(perSession, session)));
}
