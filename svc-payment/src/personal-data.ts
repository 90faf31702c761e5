import type { RemainingData } from '@archaka/contracts';
import {
  type Cutoff,
  createDueDates,
  type ErasePerson,
  type FindDueDate,
  findExamineYear,
  listOverdueApplications,
  loadExaminations,
  type OverdueRow,
  type PersonalDataDeclaration,
  type RetainedData,
  type RetentionFiles,
} from '@archaka/privacy-kit';
import { findLastChange, hasPayment, isOpen, isPaid, type PaymentRecord } from './domain/payment-record.ts';
import { closeRecord } from './features/close-payments.ts';
import type { Parts } from './features/parts.ts';
import { toPaymentAttempts } from './features/show-attempts.ts';

type DataParts = Pick<Parts, 'db' | 'orders' | 'attempts' | 'ledgers' | 'evidence'>;

const readRecords = ({ db, orders, attempts, evidence }: DataParts, userId: string) =>
  db.transaction(async () => {
    const exported: unknown[] = [];
    for (const order of await orders.findByUser(userId)) {
      const { application_id, purpose, order_id, round, state, amount, currency, placed_at } = order;
      const ownAttempts = order_id ? await attempts.findByOrder(order_id) : [];
      const ownEvidence = order_id ? await evidence.findByOrders([order_id]) : [];
      exported.push({
        application_id,
        purpose,
        order_id,
        round,
        state,
        amount,
        currency,
        placed_at: placed_at?.toISOString() ?? null,
        payments: toPaymentAttempts(ownAttempts, ownEvidence),
      });
    }
    return { records: { orders: exported }, files: [] };
  });

interface ErasureOptions {
  readonly findDueDate: FindDueDate;
  /** Years of the examinations, with which application IDs begin. */
  readonly findYear: (applicationId: string) => Promise<string | undefined>;
}

const LEDGER_KIND = 'payment-record';

function createErasePerson(
  parts: Pick<DataParts, 'db' | 'orders' | 'ledgers'>,
  { findDueDate, findYear }: ErasureOptions,
): ErasePerson {
  async function eraseRecord(applicationId: string): Promise<RemainingData | undefined> {
    const { settlement, ledger } = await closeRecord(parts, applicationId, { mayBePaid: true });
    if (settlement === 'pending' || settlement === 'late')
      return { kind: LEDGER_KIND, because: 'open-payment', until: null };
    if (!ledger) return undefined;
    const year = await findYear(applicationId);
    const until = year && (await findDueDate(LEDGER_KIND, { year, at: findLastChange(ledger) }));
    return { kind: LEDGER_KIND, because: 'without-person', until: until ? until.toISOString() : null };
  }

  return async (userId, earlier) => {
    const ids = new Set((await parts.orders.findByUser(userId)).map(({ application_id }) => application_id));
    const remaining = earlier.filter(({ because }) => because === 'without-person');
    for (const id of ids) {
      const left = await eraseRecord(id);
      if (left) remaining.push(left);
    }
    return remaining;
  };
}

interface YearCutoff {
  readonly year: string;
  readonly findDueAt: Cutoff['findDueAt'];
}

interface RecordKind {
  readonly kind: string;
  readonly hasUser: boolean;
  /** Undefined for a record of another kind. */
  readonly findDueAt: (record: PaymentRecord, cutoff: YearCutoff) => Date | undefined;
  /** Runs in a transaction. */
  readonly remove: (record: PaymentRecord) => Promise<void>;
}

const findDueAtAfterLastChange = (record: PaymentRecord, { year, findDueAt }: YearCutoff): Date | undefined =>
  findDueAt({ year, at: findLastChange(record) });

/** A payment remains in the books without the account; an order without a payment is deleted completely. */
export function createRetainedData(parts: DataParts): RetainedData[] {
  const { orders, ledgers } = parts;
  const kinds: readonly RecordKind[] = [
    {
      kind: 'unpaid-application',
      hasUser: true,
      findDueAt: (record, cutoff) => (isPaid(record) ? undefined : findDueAtAfterLastChange(record, cutoff)),
      remove: (record) =>
        hasPayment(record) ? orders.close(record.applicationId) : ledgers.removeRecord(record),
    },
    {
      kind: 'paid-application',
      hasUser: true,
      findDueAt: (record, { year, findDueAt }) => (isPaid(record) ? findDueAt({ year }) : undefined),
      remove: ({ applicationId }) => orders.close(applicationId),
    },
    {
      kind: LEDGER_KIND,
      hasUser: false,
      findDueAt: findDueAtAfterLastChange,
      remove: (record) => ledgers.removeRecord(record),
    },
  ];
  return [...kinds.map((kind) => createRetainedRecords(kind, parts)), createStrayEvidence(parts)];
}

/** Orders store no year: they are read in the order of their application IDs, which begin with it. */
function createRetainedRecords(
  { kind, hasUser, findDueAt, remove }: RecordKind,
  { db, orders, ledgers }: DataParts,
): RetainedData {
  const findOverdue = (record: PaymentRecord, cutoff: Cutoff): OverdueRow | undefined => {
    const { applicationId } = record;
    const year = findExamineYear(cutoff.years, applicationId);
    if (year === undefined || record.orders.length === 0) return undefined;
    const dueAt = findDueAt(record, { year, findDueAt: cutoff.findDueAt });
    if (dueAt === undefined || dueAt > cutoff.now) return undefined;
    return { id: applicationId, applicationId, dueAt, isHeld: isOpen(record) };
  };

  return {
    kind,
    listOverdue: (cutoff, page) =>
      listOverdueApplications(cutoff, page, async (range) => {
        const ids = await orders.listApplicationIds({ ...range, hasUser });
        const records = await ledgers.readRecords([...new Set(ids)]);
        return { ids, rows: records.flatMap((record) => findOverdue(record, cutoff) ?? []) };
      }),
    delete: ({ id }, cutoff) =>
      db.transaction(async () => {
        const [record] = await ledgers.readRecords([id]);
        const overdue = record && findOverdue(record, cutoff);
        if (!record || !overdue || overdue.isHeld) return false;
        await remove(record);
        return true;
      }),
  };
}

const createStrayEvidence = ({ evidence }: DataParts): RetainedData => ({
  kind: 'stray-evidence',
  listOverdue: async ({ before, findDueAt }, { after, limit }) => {
    const read = await evidence.listWithoutOrder(before, { after: new Date(after ?? 0), limit });
    const rows = read.flatMap(({ _id, at }) => {
      const dueAt = findDueAt({ at });
      return dueAt ? [{ id: _id, dueAt }] : [];
    });
    return { rows, next: read.length < limit ? undefined : read.at(-1)?.at.toISOString() };
  },
  delete: ({ id }) => evidence.removeWithoutOrder(id),
});

export const declarePersonalData = (parts: DataParts, files: RetentionFiles): PersonalDataDeclaration => ({
  readRecords: (userId) => readRecords(parts, userId),
  erasePerson: createErasePerson(parts, {
    findDueDate: createDueDates(files, parts.db),
    findYear: async (applicationId) =>
      findExamineYear([...(await loadExaminations(files.EXAM_FILE, parts.db)).keys()], applicationId),
  }),
  retained: createRetainedData(parts),
});
