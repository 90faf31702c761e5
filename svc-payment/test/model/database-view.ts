import type { OpenDatabase } from '@archaka/service-kit';
import type { Attempt } from '../../src/domain/ledger.ts';
import type { StoredEvidence } from '../../src/persistence/evidence-repository.ts';
import type { StoredOrder } from '../../src/persistence/order-repository.ts';
import { createEventModel, type RecordedEvent } from './recorded-events.ts';

export type AttemptRow = Omit<Attempt, 'id'> & { readonly _id: string };

/** A snapshot of our ledger of one application. */
export interface Snapshot {
  readonly orders: readonly StoredOrder[];
  readonly attempts: readonly AttemptRow[];
  readonly events: readonly RecordedEvent[];
}

const LONG_AGO = new Date(0);
const DAYS_6_MS = 6 * 86_400_000;
/** Commits without waiting for the disk. */
const fastWrites = { writeConcern: { w: 1 } } as const;
const isSet = { $type: 'date' } as const;
const shiftBack = (field: string) => ({ [field]: { $subtract: [`$${field}`, DAYS_6_MS] } });
const lookUpSorted = (as: keyof Snapshot, from: string, sort: Record<string, 1>) => ({
  $lookup: { as, from, pipeline: [{ $sort: sort }] },
});

/** Reads the database beside the service, and moves its due times. */
export function createDatabaseView(db: OpenDatabase) {
  const database = db.connection.getClient().db(db.connection.name);
  const orders = db.connection.collection<StoredOrder>('orders');
  const attempts = db.connection.collection<AttemptRow>('attempts');
  const evidence = db.connection.collection<StoredEvidence>('evidence');
  const events = createEventModel(db);

  return {
    async clear(): Promise<void> {
      await Promise.all([orders, attempts, evidence, events].map((one) => one.deleteMany({}, fastWrites)));
    },

    /** In one command, since every operation takes one. */
    async snapshot(): Promise<Snapshot> {
      const [snapshot] = await database
        .aggregate<Snapshot>([
          { $documents: [{}] },
          lookUpSorted('orders', orders.collectionName, { round: 1 }),
          lookUpSorted('attempts', attempts.collectionName, { opened_at: 1, _id: 1 }),
          lookUpSorted('events', events.collection.collectionName, { seq: 1 }),
        ])
        .toArray();
      if (!snapshot) throw new Error('MongoDB returned no snapshot');
      return snapshot;
    },

    /** Makes all waiting rows due. */
    async makeDue(): Promise<void> {
      const due = (field: string) =>
        [{ [field]: isSet }, { $set: { [field]: LONG_AGO } }, fastWrites] as const;
      await Promise.all([
        evidence.updateMany(...due('due_at')),
        attempts.updateMany(...due('due_at')),
        orders.updateMany(...due('due_at')),
      ]);
    },

    /** Ends the lease of a caller that requested an order. */
    async expireLeases(): Promise<void> {
      await orders.updateMany({}, { $set: { lease_until: LONG_AGO } }, fastWrites);
    },

    /** Makes every order due for another poll. */
    async makeOrdersDue(): Promise<void> {
      await orders.updateMany({ order_id: { $type: 'string' } }, { $set: { due_at: LONG_AGO } }, fastWrites);
    },

    /** Ends the window of late authorisations. */
    async advanceDays(): Promise<void> {
      const shifted = { ...shiftBack('left_at'), ...shiftBack('placed_at') };
      await orders.updateMany({ placed_at: isSet }, [{ $set: shifted }], fastWrites);
    },

    /** Counts the rows to process. */
    async countWaiting(): Promise<number> {
      const counts = await Promise.all([
        evidence.countDocuments({ due_at: isSet }),
        orders.countDocuments({ due_at: isSet }),
        attempts.countDocuments({ due_at: isSet }),
      ]);
      return counts.reduce((sum, count) => sum + count);
    },
  };
}
export type DatabaseView = ReturnType<typeof createDatabaseView>;
