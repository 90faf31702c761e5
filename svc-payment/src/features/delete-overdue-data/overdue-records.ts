import {
  type Cutoff,
  type Database,
  findExamineYear,
  listOverdueApplications,
  type OverdueRow,
  type RetainedData,
} from '@archaka/service-kit';
import { isOpen, type PaymentRecord } from '../../domain/payment-record.ts';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import { type PaymentRecordRepositories, readPaymentRecords } from '../read-payment-records.ts';

export interface RecordDependencies extends PaymentRecordRepositories {
  readonly db: Database;
  readonly orders: OrderRepository;
}

export interface OverdueRecords {
  readonly kind: string;
  readonly hasUser: boolean;
  /** Undefined for a record of another kind. */
  readonly findDueAt: (record: PaymentRecord, cutoff: YearCutoff) => Date | undefined;
  /** Runs in a transaction. */
  readonly remove: (record: PaymentRecord) => Promise<void>;
}

export interface YearCutoff {
  readonly year: string;
  readonly findDueAt: Cutoff['findDueAt'];
}

/** Orders store no year: they are read in the order of their application IDs, which begin with it. */
export function createOverdueRecords(options: OverdueRecords, deps: RecordDependencies): RetainedData {
  const { kind, hasUser, remove } = options;

  const findOverdue = (record: PaymentRecord, cutoff: Cutoff): OverdueRow | undefined => {
    const { applicationId } = record;
    const year = findExamineYear(cutoff.years, applicationId);
    if (year === undefined || record.orders.length === 0) return undefined;
    const dueAt = options.findDueAt(record, { year, findDueAt: cutoff.findDueAt });
    if (dueAt === undefined || dueAt > cutoff.now) return undefined;
    return { id: applicationId, applicationId, dueAt, isHeld: isOpen(record) };
  };

  return {
    kind,
    listOverdue: (cutoff, page) =>
      listOverdueApplications(cutoff, page, async (range) => {
        const ids = await deps.orders.listApplicationIds({ ...range, hasUser });
        const records = await readPaymentRecords(deps, [...new Set(ids)]);
        return { ids, rows: records.flatMap((record) => findOverdue(record, cutoff) ?? []) };
      }),
    delete: ({ id }, cutoff) =>
      deps.db.transaction(async () => {
        const [record] = await readPaymentRecords(deps, [id]);
        const overdue = record && findOverdue(record, cutoff);
        if (!record || !overdue || overdue.isHeld) return false;
        await remove(record);
        return true;
      }),
  };
}
