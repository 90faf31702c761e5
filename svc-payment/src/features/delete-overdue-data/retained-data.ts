import type { RetainedData } from '@archaka/service-kit';
import { findLastChange, hasPayment, isPaid, type PaymentRecord } from '../../domain/payment-record.ts';
import type { AttemptRepository } from '../../persistence/attempt-repository.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import {
  createOverdueRecords,
  type OverdueRecords,
  type RecordDependencies,
  type YearCutoff,
} from './overdue-records.ts';
import { createRecordRemoval } from './remove-record.ts';
import { createStrayEvidence } from './stray-evidence.ts';

interface RetainedDataDependencies extends RecordDependencies {
  readonly attempts: AttemptRepository;
  readonly evidence: EvidenceRepository;
}

const findDueAtAfterLastChange = (record: PaymentRecord, { year, findDueAt }: YearCutoff): Date | undefined =>
  findDueAt({ year, at: findLastChange(record) });

/** A payment remains in the books without the account; an order without a payment is deleted completely. */
export function createRetainedData(deps: RetainedDataDependencies): RetainedData[] {
  const { orders, evidence } = deps;

  const removeRecord = createRecordRemoval(deps);

  const kinds: OverdueRecords[] = [
    {
      kind: 'unpaid-application',
      hasUser: true,
      findDueAt: (record, cutoff) => (isPaid(record) ? undefined : findDueAtAfterLastChange(record, cutoff)),
      remove: (record) => (hasPayment(record) ? orders.close(record.applicationId) : removeRecord(record)),
    },
    {
      kind: 'paid-application',
      hasUser: true,
      findDueAt: (record, { year, findDueAt }) => (isPaid(record) ? findDueAt({ year }) : undefined),
      remove: ({ applicationId }) => orders.close(applicationId),
    },
    { kind: 'payment-record', hasUser: false, findDueAt: findDueAtAfterLastChange, remove: removeRecord },
  ];
  return [...kinds.map((kind) => createOverdueRecords(kind, deps)), createStrayEvidence(evidence)];
}
