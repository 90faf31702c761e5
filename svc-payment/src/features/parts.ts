import type { Examination } from '@archaka/contracts';
import {
  createRateLimiter,
  type Database,
  type EventPublisher,
  HttpProblem,
  type Log,
  type Tombstones,
  type WorkQueue,
} from '@archaka/service-kit';
import { POLL_LIMIT_MS } from '../domain/poll-schedule.ts';
import type { SecondPaymentPolicy } from '../domain/refund.ts';
import type { AttemptRepository } from '../persistence/attempt-repository.ts';
import type { EvidenceRepository } from '../persistence/evidence-repository.ts';
import type { LedgerRepository } from '../persistence/ledger-repository.ts';
import type { OrderRepository } from '../persistence/order-repository.ts';
import type { Provider } from '../razorpay/provider.ts';

/** The long-lived parts of the service, which its composition makes; a use case picks those it needs. */
export interface Parts {
  readonly db: Database;
  readonly events: EventPublisher;
  readonly log: Log;
  readonly examination: Examination;
  readonly orders: OrderRepository;
  readonly attempts: AttemptRepository;
  readonly evidence: EvidenceRepository;
  readonly ledgers: LedgerRepository;
  readonly tombstones: Tombstones;
  readonly provider: Provider;
  readonly mayPoll: MayPoll;
  readonly evidenceQueue: WorkQueue;
  readonly refundQueue: Pick<WorkQueue, 'notify'>;
  readonly settings: {
    readonly secondPayment: SecondPaymentPolicy;
    /** How long to wait for Razorpay's automatic capture of an authorised payment. */
    readonly captureAfterMs: number;
    readonly firstPollMs: number;
  };
}

export interface PollRequest {
  readonly orderId: string;
  readonly network: string;
  /** Hash of the session id. */
  readonly session?: string;
}

type MayPoll = (request: PollRequest) => Promise<boolean>;

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
