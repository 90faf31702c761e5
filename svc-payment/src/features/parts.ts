import type { Database, EventPublisher, Log, Tombstones, WorkQueue } from '@archaka/service-kit';
import type { SecondPaymentPolicy } from '../domain/refund.ts';
import type { AttemptRepository } from '../persistence/attempt-repository.ts';
import type { EvidenceRepository } from '../persistence/evidence-repository.ts';
import type { LedgerRepository } from '../persistence/ledger-repository.ts';
import type { OrderRepository } from '../persistence/order-repository.ts';
import type { MayPoll } from '../persistence/poll-limits.ts';
import type { Provider } from '../razorpay/provider.ts';

/** The long-lived parts of the service, which its composition makes; a use case picks those it needs. */
export interface Parts {
  readonly db: Database;
  readonly events: EventPublisher;
  readonly log: Log;
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
    /** Paise. */
    readonly fee: number;
    readonly secondPayment: SecondPaymentPolicy;
    /** How long to wait for Razorpay's automatic capture of an authorised payment. */
    readonly captureAfterMs: number;
    readonly firstPollMs: number;
  };
}
