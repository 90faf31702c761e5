import type { Database, EventPublisher, Log } from '@archaka/service-kit';
import type { SyncTrigger } from '../../domain/apply-snapshot.ts';
import { applySnapshot } from '../../domain/apply-snapshot.ts';
import type { Ledger } from '../../domain/ledger.ts';
import type { SecondPaymentPolicy } from '../../domain/refund.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import type { LedgerRepository } from '../../persistence/ledger-repository.ts';
import { countRejectedEvidence } from '../rejected-evidence.ts';
import { type SnapshotSource, toSnapshotEvidence } from './snapshot-evidence.ts';

interface UpdateLedgerDependencies {
  readonly db: Database;
  readonly ledgers: LedgerRepository;
  readonly evidence: EvidenceRepository;
  readonly events: EventPublisher;
  readonly log: Log;
  readonly secondPayment: SecondPaymentPolicy;
  readonly onRefundDue: () => void;
}

interface LedgerUpdate extends SnapshotSource {
  readonly orderId: string;
  readonly trigger?: SyncTrigger;
  /** Completes the triggering evidence; runs in the transaction. */
  readonly finish?: () => Promise<void>;
}

/** States, events, evidence and its completion share one transaction. Undefined for an unknown order. */
export type UpdateLedger = (update: LedgerUpdate) => Promise<Ledger | undefined>;

export function createUpdateLedger({
  db,
  ledgers,
  evidence,
  events,
  log,
  secondPayment,
  onRefundDue,
}: UpdateLedgerDependencies): UpdateLedger {
  return async ({ orderId, snapshot, source, trigger = 'look', reportedPaymentIds, finish }) => {
    const result = await db.transaction(async () => {
      const before = await ledgers.open(orderId);
      await finish?.();
      if (!before) return undefined;

      const change = applySnapshot(before, { ...snapshot, trigger, secondPayment });
      await ledgers.write(before, change.ledger);
      for (const entry of toSnapshotEvidence(change, { snapshot, source, reportedPaymentIds }))
        await evidence.store(entry);
      for (const { event, data } of change.events) await events.publish(event, data);
      return change;
    });
    if (!result) return undefined;

    for (const mismatch of result.mismatches) {
      countRejectedEvidence(source, 'mismatch');
      log.error(
        { order_id: orderId, mismatch },
        'a payment does not match its order and was set aside; an operator must check it',
      );
    }
    if (result.ledger.attempts.some(({ refund }) => refund?.status === 'wanted')) onRefundDue();
    return result.ledger;
  };
}
