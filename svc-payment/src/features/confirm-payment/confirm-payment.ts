import { randomUUID } from 'node:crypto';
import type { Database, EventPublisher, Log } from '@archaka/service-kit';
import type { SyncTrigger } from '../../domain/apply-snapshot.ts';
import { createEvidence } from '../../domain/evidence.ts';
import type { Ledger } from '../../domain/ledger.ts';
import type { Mismatch } from '../../domain/provider-payment.ts';
import type { SecondPaymentPolicy } from '../../domain/refund.ts';
import type { AttemptRepository } from '../../persistence/attempt-repository.ts';
import type { EvidenceRepository, StoredEvidence } from '../../persistence/evidence-repository.ts';
import type { LedgerRepository } from '../../persistence/ledger-repository.ts';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import type { CreatedOrder } from '../../persistence/stored-order.ts';
import type { Provider } from '../../razorpay/provider.ts';
import { countRejectedEvidence } from '../rejected-evidence.ts';
import {
  compareWithSnapshot,
  findContradiction,
  isAlreadyConfirmed,
  isPaymentEvidence,
  lacksRefund,
  type PaymentEvidence,
} from './check-evidence.ts';
import { coalesce } from './coalesce.ts';
import {
  createSnapshotReader,
  type ProviderSnapshot,
  ReportNotShown,
  type SnapshotReader,
} from './provider-snapshot.ts';
import { createUpdateLedger, type UpdateLedger } from './update-ledger.ts';

interface ConfirmPaymentDependencies {
  readonly db: Database;
  readonly orders: OrderRepository;
  readonly attempts: Pick<AttemptRepository, 'markRefundDue'>;
  readonly ledgers: LedgerRepository;
  readonly evidence: EvidenceRepository;
  readonly provider: Provider;
  readonly events: EventPublisher;
  readonly log: Log;
  /** How long to wait for Razorpay's automatic capture of an authorised payment. */
  readonly captureAfterMs: number;
  readonly secondPayment: SecondPaymentPolicy;
  readonly onRefundDue: () => void;
}

/** The only writer of payment states, from Razorpay's snapshots. */
export interface ConfirmPayment {
  /** Also processes everything else that is due about the same order. */
  readonly processEvidence: (entry: StoredEvidence) => Promise<void>;
  /** Undefined for an unknown order. @throws DependencyUnavailable when Razorpay does not answer */
  readonly pollOrder: (order: CreatedOrder, trigger?: SyncTrigger) => Promise<Ledger | undefined>;
}

interface ConfirmedSnapshot {
  readonly order: CreatedOrder;
  readonly snapshot: ProviderSnapshot;
  readonly confirmed: readonly StoredEvidence[];
}

/** The checkout made no payment: it was cancelled, or it refused a typed UPI ID. */
const isUnpaidReturn = ({ source, tells: kind, payment_id }: StoredEvidence): boolean =>
  source === 'cancel' || (kind === 'came-back-failed-upi-id' && payment_id === null);

type Quarantine = (entry: StoredEvidence, mismatch: Mismatch) => Promise<void>;

const createQuarantine =
  ({ evidence, log }: Pick<ConfirmPaymentDependencies, 'evidence' | 'log'>): Quarantine =>
  async ({ _id, source, order_id, payment_id }, mismatch) => {
    const entry = { key: `mismatch:${_id}`, source, order_id, payment_id, received: { ...mismatch } };
    await evidence.store(createEvidence({ ...entry, tells: 'mismatch' }));
    countRejectedEvidence(source, 'mismatch');
    log.error(
      { order_id, mismatch },
      'evidence contradicts Razorpay and was set aside: docs/runbooks/ForgedEvidence.md',
    );
  };

interface Steps {
  readonly snapshotReader: SnapshotReader;
  readonly updateLedger: UpdateLedger;
  readonly quarantine: Quarantine;
}

/** For evidence without an order id, about a dispute, or whose payment the order's snapshot lacks. */
const createPaymentEvidenceProcessor =
  ({ evidence, log }: ConfirmPaymentDependencies, { snapshotReader, updateLedger, quarantine }: Steps) =>
  async (entry: PaymentEvidence): Promise<void> => {
    const { _id, source, payment_id, dispute_id: disputeId, tells: kind } = entry;
    const snapshot = await (disputeId !== null
      ? snapshotReader.fetchDispute({ paymentId: payment_id, disputeId, isLost: kind === 'dispute-lost' })
      : snapshotReader.fetchPayment(payment_id));
    const [payment] = snapshot.payments;
    const contradiction = payment && findContradiction(entry, payment);
    if (contradiction) return quarantine(entry, contradiction);
    if (lacksRefund(entry, payment)) throw new ReportNotShown();

    const orderId = entry.order_id ?? payment?.order_id ?? null;
    if (!payment)
      log.warn({ order_id: orderId }, 'Razorpay has no payment of this ID although evidence names it');
    const ledger =
      orderId && (await updateLedger({ orderId, snapshot, source, finish: () => evidence.markDone(_id) }));
    if (!ledger) countRejectedEvidence(source, 'unknown-order');
    else if (!payment) countRejectedEvidence(source, 'unknown-payment');
  };

/** One snapshot begun after it was stored serves all evidence of an order. @throws ReportNotShown for what is newer */
function createOrderEvidenceProcessor(
  { ledgers, evidence }: ConfirmPaymentDependencies,
  { snapshotReader, updateLedger, quarantine }: Steps,
  processPaymentEvidence: (entry: PaymentEvidence) => Promise<void>,
) {
  async function applyConfirmed(
    { order: { order_id: orderId }, snapshot, confirmed }: ConfirmedSnapshot,
    finish: () => Promise<void>,
  ) {
    const [first] = confirmed;
    if (!first) return finish();
    const { source } = confirmed.find((entry) => entry.source === 'cancel') ?? first;
    const trigger = confirmed.some(isUnpaidReturn) ? 'cancel' : 'look';
    const reportedPaymentIds = new Set(confirmed.map(({ payment_id }) => payment_id));
    await updateLedger({ orderId, snapshot, source, trigger, reportedPaymentIds, finish });
  }

  return async (order: CreatedOrder, entries: readonly StoredEvidence[], pollId: string) => {
    const ledger = await ledgers.read(order);
    const unconfirmed = entries.filter(
      (entry) => !ledger.attempts.some((attempt) => isAlreadyConfirmed(entry, attempt)),
    );
    if (unconfirmed.length === 0) return evidence.endPoll(entries, pollId);

    const snapshot = await snapshotReader.fetchOrder(order);
    const { confirmed, contradicted, unseen, newer } = compareWithSnapshot(unconfirmed, snapshot);
    const open: ReadonlySet<StoredEvidence> = new Set([...unseen, ...newer]);
    for (const { entry, mismatch } of contradicted) await quarantine(entry, mismatch);
    const compared = entries.filter((entry) => !open.has(entry));
    await applyConfirmed({ order, snapshot, confirmed }, () => evidence.endPoll(compared, pollId));
    for (const entry of unseen) await processPaymentEvidence(entry);
    if (newer.length > 0) throw new ReportNotShown();
  };
}

/** Evidence only triggers a fetch; payment states follow the fetched snapshot. */
export function createConfirmPayment(dependencies: ConfirmPaymentDependencies): ConfirmPayment {
  const { orders, attempts, evidence, provider, captureAfterMs, onRefundDue } = dependencies;
  const snapshotReader = createSnapshotReader(provider, captureAfterMs);
  const updateLedger = createUpdateLedger(dependencies);
  const steps = { snapshotReader, updateLedger, quarantine: createQuarantine(dependencies) };
  const processPaymentEvidence = createPaymentEvidenceProcessor(dependencies, steps);
  const processOrderEvidence = createOrderEvidenceProcessor(dependencies, steps, processPaymentEvidence);

  async function expediteRefund({ source, payment_id, tells: kind }: StoredEvidence): Promise<void> {
    if (source !== 'webhook' || !payment_id || !kind.startsWith('refund-')) return;
    await attempts.markRefundDue(payment_id);
    onRefundDue();
  }

  const processOrder = coalesce(
    (orderId: string) => orderId,
    async (orderId) => {
      const pollId = randomUUID();
      const entries = await evidence.beginPoll(orderId, pollId);
      if (entries.length === 0) return;
      for (const entry of entries) await expediteRefund(entry);
      const order = await orders.find(orderId);
      if (order) return processOrderEvidence(order, entries, pollId);
      for (const { source } of entries) countRejectedEvidence(source, 'unknown-order');
      await evidence.endPoll(entries, pollId);
    },
  );

  return {
    async processEvidence(entry) {
      if (entry.order_id !== null && entry.dispute_id === null) return processOrder(entry.order_id);
      await expediteRefund(entry);
      if (isPaymentEvidence(entry)) await processPaymentEvidence(entry);
    },
    async pollOrder(order, trigger = 'look') {
      const snapshot = await snapshotReader.fetchOrder(order);
      return updateLedger({ orderId: order.order_id, snapshot, source: 'poll', trigger });
    },
  };
}
