import { randomUUID } from 'node:crypto';
import type { Log } from '@archaka/service-kit';
import { type EvidenceSource, createEvidence as toEvidence } from '../../domain/evidence.ts';
import type { Mismatch } from '../../domain/mismatch.ts';
import type { EvidenceRepository, StoredEvidence } from '../../persistence/evidence-repository.ts';
import type { LedgerRepository } from '../../persistence/ledger-repository.ts';
import type { CreatedOrder, OrderRepository } from '../../persistence/order-repository.ts';
import { webhookSchema } from '../handle-webhook/webhook.ts';
import { countRejectedEvidence } from '../rejected-evidence.ts';
import { coalesce } from '../sync-order/coalesce.ts';
import type { ProviderSnapshot, SnapshotReader } from '../sync-order/snapshot-reader.ts';
import type { SyncOrder } from '../sync-order/sync-order.ts';
import { isAlreadyConfirmed } from './already-confirmed.ts';
import { findContradiction } from './contradiction.ts';

/** Their payments are named by Razorpay itself. */
const SIGNED_SOURCES: readonly EvidenceSource[] = ['webhook', 'settlement'];

interface ProcessEvidenceDependencies {
  readonly orders: OrderRepository;
  readonly ledgers: LedgerRepository;
  readonly markRefundDue: (paymentId: string) => Promise<void>;
  readonly evidence: EvidenceRepository;
  readonly snapshotReader: SnapshotReader;
  readonly syncOrder: SyncOrder;
  /** Called when there is news about a refund. */
  readonly onRefundDue: () => void;
  readonly log: Log;
}

interface ConfirmedSnapshot {
  readonly order: CreatedOrder;
  readonly snapshot: ProviderSnapshot;
  readonly confirmed: readonly StoredEvidence[];
}

type PaymentEvidence = StoredEvidence & { readonly payment_id: string };
const isPaymentEvidence = (entry: StoredEvidence): entry is PaymentEvidence =>
  entry.payment_id !== null && (SIGNED_SOURCES.includes(entry.source) || entry.tells === 'came-back-paid');

/**
 * Processes evidence: what was said is only a reason to ask Razorpay, and what it answers is what counts. All that is
 * due about an order is processed by one look that begins after it was stored.
 */
export function createProcessEvidence(dependencies: ProcessEvidenceDependencies) {
  const { orders, ledgers, evidence, snapshotReader, syncOrder, markRefundDue, onRefundDue, log } =
    dependencies;

  async function expediteRefund({ source, payment_id, tells: kind }: StoredEvidence): Promise<void> {
    if (source !== 'webhook' || !payment_id || !kind.startsWith('refund-')) return;
    await markRefundDue(payment_id);
    onRefundDue();
  }

  /** Whatever the piece is, it is not Razorpay's word about this payment. */
  async function quarantine({ _id, source, order_id, payment_id }: StoredEvidence, mismatch: Mismatch) {
    const key = `mismatch:${_id}`;
    const kind = 'mismatch';
    await evidence.store(
      toEvidence({ key, source, tells: kind, order_id, payment_id, received: { ...mismatch } }),
    );
    countRejectedEvidence(source, 'mismatch');
    log.error({ order_id, mismatch }, 'a piece of evidence is not what Razorpay shows');
  }

  /** Asks about the piece's own payment: its order is not named, it has a dispute, or the order does not show it. */
  async function processPaymentEvidence(entry: PaymentEvidence): Promise<void> {
    const { _id, source, payment_id } = entry;
    const disputeId = findDisputeId(entry);
    const snapshot = await (disputeId
      ? snapshotReader.fetchDispute({ paymentId: payment_id, disputeId })
      : snapshotReader.fetchPayment(payment_id));
    const [payment] = snapshot.payments;
    const contradiction = payment && findContradiction(entry, payment);
    if (contradiction) return quarantine(entry, contradiction);

    const orderId = entry.order_id ?? payment?.order_id ?? null;
    if (!payment) log.warn({ order_id: orderId }, 'Razorpay does not know a payment it told about');
    const ledger =
      orderId && (await syncOrder({ orderId, snapshot, source, finish: () => evidence.markDone(_id) }));
    if (!ledger) countRejectedEvidence(source, 'unknown-order');
    else if (!payment) countRejectedEvidence(source, 'unknown-payment');
  }

  async function processOrderEvidence(
    order: CreatedOrder,
    entries: readonly StoredEvidence[],
    pollId: string,
  ) {
    const { attempts } = await ledgers.read(order);
    const unconfirmed = entries.filter(
      (entry) => !attempts.some((attempt) => isAlreadyConfirmed(entry, attempt)),
    );
    if (unconfirmed.length === 0) return evidence.endPoll(entries, pollId);

    const snapshot = await snapshotReader.fetchOrder(order);
    const { confirmed, contradicted, unseen } = compareWithSnapshot(unconfirmed, snapshot);
    for (const { entry, mismatch } of contradicted) await quarantine(entry, mismatch);
    const compared = entries.filter((entry) => !unseen.some(({ _id }) => _id === entry._id));
    await syncConfirmed({ order, snapshot, confirmed }, () => evidence.endPoll(compared, pollId));
    for (const entry of unseen) await processPaymentEvidence(entry);
  }

  async function syncConfirmed(
    { order: { order_id: orderId }, snapshot, confirmed }: ConfirmedSnapshot,
    finish: () => Promise<void>,
  ) {
    const [first] = confirmed;
    if (!first) return finish();
    const { source } = confirmed.find((entry) => entry.source === 'cancel') ?? first;
    const trigger = source === 'cancel' ? 'cancel' : 'look';
    const reportedPaymentIds = new Set(confirmed.map(({ payment_id }) => payment_id));
    await syncOrder({ orderId, snapshot, source, trigger, reportedPaymentIds, finish });
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

  return async (entry: StoredEvidence): Promise<void> => {
    if (entry.order_id !== null && !entry.tells.startsWith('dispute')) return processOrder(entry.order_id);
    await expediteRefund(entry);
    if (isPaymentEvidence(entry)) await processPaymentEvidence(entry);
  };
}

/** Compares what was said of an order with what Razorpay shows of it. */
function compareWithSnapshot(entries: readonly StoredEvidence[], { payments }: ProviderSnapshot) {
  const confirmed: StoredEvidence[] = [];
  const contradicted: { entry: StoredEvidence; mismatch: Mismatch }[] = [];
  /** Their payments are not among those of the order. */
  const unseen: PaymentEvidence[] = [];
  for (const entry of entries) {
    const payment = payments.find(({ id }) => id === entry.payment_id);
    const mismatch = payment && findContradiction(entry, payment);
    if (mismatch) contradicted.push({ entry, mismatch });
    else if (isPaymentEvidence(entry) && !payment) unseen.push(entry);
    else confirmed.push(entry);
  }
  return { confirmed, contradicted, unseen };
}

/** The dispute that a webhook tells of. */
const findDisputeId = ({ received }: StoredEvidence): string | undefined =>
  webhookSchema.safeParse(received).data?.payload.dispute?.entity.id ?? undefined;
